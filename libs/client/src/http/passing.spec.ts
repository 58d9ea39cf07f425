import { createClient } from '../client.js';
import { CHAT, open, problem, rest, STREAM, whole } from '../test/answers.js';
import { FakePage } from '../test/fake-page.js';
import type { Answer } from '../test/raw-server.js';
import { answer, bytesOf, numbered, begun, RUN, token } from '../test/runs.js';
import { FAST, useServer } from '../test/use-server.js';

const { server, client } = useServer();
const EVENTS = answer('a', 'b');
const cut: Answer = (reply) => reply.stream(RUN).end(bytesOf(EVENTS.slice(0, 2)));

describe('a run that is followed', () => {
  it.each<[string, Answer]>([
    ['a proxy says 500', (reply) => reply.html(500)],
    ['a proxy says 520', (reply) => reply.html(520)],
    ['Parley fails', problem(500, 'internal')],
  ])('%s → followed on', async (_, fault) => {
    server().next(cut, fault, rest(EVENTS));
    await expect(client().session('s1').chat('hi').result).resolves.toMatchObject({ text: 'ab' });
  });

  it('there is no token for a while → followed on; for good → its own error, after as many attempts as allowed', async () => {
    let [asked, failing] = [0, 2];
    const getToken = (): string => {
      if (asked++ && failing-- > 0) throw new TypeError('Failed to fetch');
      return 't';
    };
    const parley = client({ getToken });
    server().next(cut, rest(EVENTS));
    await expect(parley.session('s1').chat('hi').result).resolves.toMatchObject({ text: 'ab' });
    [asked, failing] = [0, Infinity];
    server().next(cut);
    await expect(parley.session('s1').chat('hi').result).rejects.toThrow(/^Failed to fetch$/);
    expect(asked).toBe(1 + FAST.attempts - 1);
  });

  it('offline → waits grow all the same', async () => {
    const page = new FakePage();
    page.install();
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask', 'performance'] });
    try {
      server().on(CHAT, cut);
      let attempts = 0;
      const offline: typeof fetch = async (...call) => {
        if (page.isOnline) return fetch(...call);
        attempts += 1;
        throw new TypeError('offline');
      };
      const run = client({ retry: {}, fetch: offline })
        .session('s1')
        .chat('hi', {
          onConnection: () => (page.isOnline = false),
        });
      await run.accepted;
      while (run.text !== 'a') await new Promise(setImmediate);
      await new Promise(setImmediate);
      await jest.advanceTimersByTimeAsync(60_000);
      expect(attempts).toBeGreaterThan(5);
      expect(attempts).toBeLessThan(25);
      run.leave();
    } finally {
      jest.useRealTimers();
      page.remove();
    }
  });
});

describe('what only reads', () => {
  it('Parley fails once → asked again; what changes something is not', async () => {
    server().next(problem(500, 'internal'), (reply) => reply.json(200, { items: [] }), problem(500, 'internal'));
    await expect(client().agents()).resolves.toEqual([]);
    await expect(client().todos.dismiss('t')).rejects.toMatchObject({ code: 'internal' });
    expect(server().requests).toHaveLength(3);
  });

  it('no token, once → asked again; for what changes something it is its error at once', async () => {
    let n = 0;
    const getToken = (): string => {
      if (n++ % 2 === 0) throw new Error('signed out');
      return 't';
    };
    server().on(/./, (reply) => reply.json(200, { items: [] }));
    await expect(client({ getToken }).agents()).resolves.toEqual([]);
    await expect(client({ getToken }).todos.dismiss('t')).rejects.toThrow('signed out');
    expect(server().requests).toHaveLength(1);
  });

  it('the feed: Parley fails, or there is no token → goes on', async () => {
    let n = 0;
    const getToken = (): string => {
      if (n++ === 1) throw new Error('signed out');
      return 't';
    };
    server().next(problem(500, 'internal'), (reply) =>
      reply.stream().write('event: session\ndata: {"type":"session","data":{"turn":1}}\n\n'),
    );
    const feed = client({ getToken }).feed();
    expect(await feed.next()).toMatchObject({ value: { turn: 1 } });
    await feed.return();
  });
});

it.each([
  [409, 'turn_active'],
  [422, 'answers_invalid'],
])('a refusal (%s) of which only half arrives → asked again: what it says is not lost', async (status, code) => {
  server().next((reply) => {
    reply.head(status, { 'content-type': 'application/problem+json', 'content-length': '400' });
    reply.end(`{"code":"${code}","err`);
  });
  server().on(CHAT, problem(status, code));
  await expect(client().session('s1').chat('hi').result).rejects.toMatchObject({ code, status });
  const keys = server().requests.map(({ headers }) => headers['idempotency-key']);
  expect(keys).toEqual([keys[0], keys[0]]);
});

describe('Retry-After', () => {
  it.each(['0', 'Wed, 01 Jan 2020 00:00:00 GMT', 'soon'])('%s → the waits are those of the client', async (after) => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask', 'performance'] });
    try {
      server().on(/elsewhere/, (reply) => reply.head(204).end());
      server().on(CHAT, problem(503, 'draining', {}, { 'retry-after': after }));
      const failing = Promise.withResolvers<void>();
      const run = client({ retry: {} })
        .session('s1')
        .chat('hi', { onConnection: () => failing.resolve() });
      await failing.promise;
      await jest.advanceTimersByTimeAsync(100);
      await fetch(`${server().url}/api/v1/consultations/elsewhere`);
      expect(server().requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
      await jest.advanceTimersByTimeAsync(250);
      await server().nth(2, CHAT);
      run.leave();
    } finally {
      jest.useRealTimers();
    }
  });
});

describe('what can never be sent → an error at once, no failure of the connection', () => {
  it('a header that is none', async () => {
    const failing = client({ userId: '张三', retry: { firstMs: 3_600_000, longestMs: 3_600_000 } });
    await expect(failing.agents()).rejects.toMatchObject({ name: 'TypeError' });
    await expect(failing.session('s1').chat('hi').result).rejects.toMatchObject({ name: 'TypeError' });
  });

  it('an address that is none', async () => {
    const nowhere = createClient({ baseUrl: '', retry: { firstMs: 3_600_000, longestMs: 3_600_000 } });
    await expect(nowhere.agents()).rejects.toMatchObject({ name: 'TypeError' });
  });
});

it('left before it was sent, with a token that never comes → over, without asking; what comes next is sent', async () => {
  let token: string | Promise<string> = new Promise(() => undefined);
  const session = client({ getToken: () => token }).session('s1');
  const first = session.chat('one');
  first.leave();
  await expect(first.accepted).resolves.toBeUndefined();
  token = 't';
  server().on(CHAT, whole(EVENTS));
  await expect(session.chat('two').result).resolves.toMatchObject({ text: 'ab' });
});

describe('the clock', () => {
  it('is set back → silence is noticed all the same', async () => {
    const now = Date.now.bind(Date);
    server().on(CHAT, open(numbered(begun(), token('a'))));
    server().on(STREAM, rest(EVENTS));
    const run = client({ silenceMs: 50 }).session('s1').chat('hi');
    await run[Symbol.asyncIterator]().next();
    const clock = jest.spyOn(Date, 'now').mockImplementation(() => now() - 3_600_000);
    try {
      await expect(run.result).resolves.toMatchObject({ text: 'ab' });
    } finally {
      clock.mockRestore();
    }
  });

  it('silence that never ends a connection → no timer that fires at once', async () => {
    const timers = jest.spyOn(globalThis, 'setTimeout');
    try {
      server().on(CHAT, open(numbered(begun(), token('a'))));
      const run = client({ silenceMs: Infinity }).session('s1').chat('hi');
      await run.accepted;
      expect(Math.max(...timers.mock.calls.map(([, ms]) => ms ?? 0))).toBe(2 ** 31 - 1);
      run.leave();
    } finally {
      timers.mockRestore();
    }
  });
});

it('an event of a later version, without a number → ignored', async () => {
  server().on(CHAT, (reply) =>
    reply.stream(RUN).end(`event: notice\ndata: {"type":"notice","data":{}}\n\nevent: other\ndata: x\n\n${bytesOf(EVENTS)}`),
  );
  await expect(client().session('s1').chat('hi').result).resolves.toMatchObject({ text: 'ab' });
  expect(server().requests).toHaveLength(1);
});
