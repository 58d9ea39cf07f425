import type { NumberedEvent } from '@parley/contracts';
import { ABORT, CHAT, json, problem, whole } from '../test/answers.js';
import type { RawReply } from '../test/raw-server.js';
import { answer, begun, bytesOf, card, CARD, end, interrupted, numbered, preempted, RUN, token } from '../test/runs.js';
import { eventsOf, useServer } from '../test/use-server.js';
import type { Run } from '../run/run.js';

const { server, client } = useServer();

const runIdOf = (n: number): string => `chat-01890a5d-ac96-774b-bcce-00000000000${n}`;

/** Every chat message gets a run of its own, which says its words as the test wants and is ended by the next one. */
class Talk {
  readonly replies: RawReply[] = [];

  constructor() {
    server().on(CHAT, async (reply) => {
      const n = this.replies.push(reply);
      const before = this.replies.at(-2);
      before?.end(bytesOf([{ ...preempted, seq: 4 }], runIdOf(n - 1)));
      await reply.stream(runIdOf(n)).write(bytesOf(numbered(begun(runIdOf(n), n), token(`first word of ${n}`)), runIdOf(n)));
    });
  }

  say(n: number, ...events: NumberedEvent[]): void {
    this.replies[n - 1]?.socket.write(bytesOf(events, runIdOf(n)));
  }
}

const wordsOf = async (run: Run): Promise<string[]> =>
  (await eventsOf(run)).flatMap((event) => (event.event === 'token' ? [event.data.text] : []));

describe('a newer request', () => {
  it('three messages at once → posted in their order; the first two end without a word, only the third speaks', async () => {
    const talk = new Talk();
    const session = client().session('s1');
    const told: string[] = [];
    const onToken = (text: string): unknown => told.push(text);
    const runs = ['one', 'two', 'three'].map((message) => session.chat(message, { onToken }));
    expect(await Promise.all(runs.slice(0, 2).map(eventsOf))).toEqual([[], []]);
    await expect(runs[2]!.accepted).resolves.toBe(runIdOf(3));
    talk.say(3, { ...token(' and more'), seq: 3 }, { ...end(), seq: 4 });
    await expect(runs[2]!.result).resolves.toMatchObject({ status: 'completed', text: 'first word of 3 and more' });
    expect(told).toEqual(['first word of 3', ' and more']);
    expect(server().requests.map(({ body }) => (body as { message: string }).message)).toEqual(['one', 'two', 'three']);
    for (const run of runs.slice(0, 2))
      await expect(run.result).resolves.toMatchObject({ status: 'superseded', accepted: false });
    await expect(runs[0]!.accepted).resolves.toBe(runIdOf(1));
  });

  it('in the middle of an answer → what was there and not yet taken is never delivered, nor what comes late', async () => {
    const talk = new Talk();
    const session = client().session('s1');
    const ends: unknown[] = [];
    const note = (value: unknown): unknown => ends.push(value);
    const first = session.chat('one', { onEnd: note, onPreempted: note, onError: note });
    const loop = first[Symbol.asyncIterator]();
    await loop.next();
    await loop.next();
    talk.say(1, { ...token(' late'), seq: 3 });
    const second = session.chat('two');
    expect(await loop.next()).toEqual({ done: true, value: undefined });
    await expect(first.result).resolves.toEqual({
      status: 'superseded',
      accepted: true,
      text: 'first word of 1',
      runId: runIdOf(1),
    });
    await second.accepted;
    talk.say(2, { ...end(), seq: 3 });
    await second.result;
    expect([first.text, ends]).toEqual(['first word of 1', []]);
  });

  it('while the server does not answer the one before → that one is not repeated, and does not hold it up for good', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask', 'performance'] });
    try {
      server().next(() => undefined);
      const session = client().session('s1');
      const first = session.chat('one');
      await server().nth(1);
      server().on(CHAT, whole(answer('a')));
      const second = session.chat('two');
      await jest.advanceTimersByTimeAsync(5000);
      await expect(second.result).resolves.toMatchObject({ text: 'a' });
      await expect(first.accepted).resolves.toBeUndefined();
      expect(server().requests.map(({ body }) => (body as { message: string }).message)).toEqual(['one', 'two']);
    } finally {
      jest.useRealTimers();
    }
  });

  it('while the one before is in a back-off → that one is not repeated', async () => {
    server().next((reply) => reply.reset(), whole(answer('a')));
    const session = client({ retry: { attempts: 3, firstMs: 3_600_000, longestMs: 3_600_000 } }).session('s1');
    const failing = Promise.withResolvers<void>();
    session.chat('one', { onConnection: () => failing.resolve() });
    await failing.promise;
    await expect(session.chat('two').result).resolves.toMatchObject({ text: 'a' });
    expect(server().requests).toHaveLength(2);
  });

  it('the superseded connection breaks → it is not made again', async () => {
    const talk = new Talk();
    const session = client().session('s1');
    await session.chat('one').accepted;
    const second = session.chat('two', { on_active_turn: 'preempt' });
    await second.accepted;
    talk.say(2, { ...end(), seq: 3 });
    await second.result;
    expect(server().requests.filter(({ method }) => method === 'GET')).toEqual([]);
  });

  it('that is to wait its turn (enqueue) → both are heard to their end', async () => {
    const replies: RawReply[] = [];
    server().on(CHAT, (reply) => {
      const n = replies.push(reply.stream(runIdOf(replies.length + 1)));
      return reply.write(bytesOf(numbered(begun(runIdOf(n), n)), runIdOf(n)));
    });
    const session = client().session('s1');
    const first = session.chat('one');
    const second = session.chat('two', { on_active_turn: 'enqueue' });
    await second.accepted;
    replies[0]?.end(
      bytesOf(
        [
          { ...token('a'), seq: 2 },
          { ...end(), seq: 3 },
        ],
        runIdOf(1),
      ),
    );
    expect(await wordsOf(first)).toEqual(['a']);
    replies[1]?.end(
      bytesOf(
        [
          { ...token('b'), seq: 2 },
          { ...end(), seq: 3 },
        ],
        runIdOf(2),
      ),
    );
    expect(await wordsOf(second)).toEqual(['b']);
  });
});

describe('abort', () => {
  it('an answer is running → no more words, then its end as the server tells it', async () => {
    const talk = new Talk();
    const session = client().session('s1');
    const told: unknown[] = [];
    const run = session.chat('one', { onToken: (text) => told.push(text), onPreempted: ({ reason }) => told.push(reason) });
    const loop = run[Symbol.asyncIterator]();
    await loop.next();
    await loop.next();
    server().on(ABORT, (reply) => {
      talk.say(1, { ...token(' late'), seq: 3 }, { ...preempted, seq: 4 });
      reply.json(200, { aborted: true, run_id: runIdOf(1) });
    });
    await expect(session.abort()).resolves.toEqual({ aborted: true, run_id: runIdOf(1) });
    expect(await loop.next()).toMatchObject({ value: { event: 'preempted' } });
    expect(await loop.next()).toMatchObject({ done: true });
    expect(told).toEqual(['first word of 1', 'aborted']);
    // What was said is what is stored, also where it was not delivered any more.
    await expect(run.result).resolves.toMatchObject({ status: 'preempted', text: 'first word of 1 late' });
    expect((await server().nth(1, ABORT)).body).toEqual({ run_id: runIdOf(1) });
  });

  it('it asked before the abort came → the card is delivered, it is pending', async () => {
    const talk = new Talk();
    const session = client().session('s1');
    const run = session.chat('one');
    await run.accepted;
    server().on(ABORT, json({ aborted: false }));
    const aborted = session.abort();
    talk.say(1, { ...token('late'), seq: 3 }, { ...card, seq: 4 }, { ...interrupted, seq: 5 });
    await expect(run.result).resolves.toMatchObject({ status: 'interrupted', card: CARD });
    const names = (await eventsOf(run)).map(({ event }) => event);
    expect(names.slice(-2)).toEqual(['card', 'end']);
    expect(names).not.toContain('token');
    await expect(aborted).resolves.toEqual({ aborted: false });
  });

  it('the request is still on its way → it is let arrive, then its run is aborted, no other', async () => {
    const arrived = Promise.withResolvers<RawReply>();
    server().on(CHAT, (reply) => arrived.resolve(reply));
    server().on(ABORT, json({ aborted: true }));
    const session = client().session('s1');
    const run = session.chat('one');
    const aborted = session.abort();
    const reply = await arrived.promise;
    expect(server().requests).toHaveLength(1);
    reply.stream(RUN).end(bytesOf(numbered(begun(), preempted)));
    await aborted;
    expect((await server().nth(1, ABORT)).body).toEqual({ run_id: RUN });
    await expect(run.result).resolves.toMatchObject({ status: 'preempted', reason: 'aborted' });
  });

  it('the request never arrived → it is not sent again; whatever runs is aborted', async () => {
    server().on(CHAT, (reply) => reply.reset());
    server().on(ABORT, json({ aborted: false }));
    const session = client({ retry: { attempts: 3, firstMs: 3_600_000, longestMs: 3_600_000 } }).session('s1');
    const failing = Promise.withResolvers<void>();
    const run = session.chat('one', { onConnection: () => failing.resolve() });
    await failing.promise;
    await session.abort();
    await expect(run.result).resolves.toMatchObject({ status: 'left', accepted: false });
    expect(server().requests.map(({ path, body }) => [path, body])).toMatchObject([
      ['/sessions/s1/chat', {}],
      ['/sessions/s1/abort', {}],
    ]);
  });

  it('the server does not answer the request → it is let go after a while, and whatever runs is aborted', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask', 'performance'] });
    try {
      server().on(CHAT, () => undefined);
      server().on(ABORT, json({ aborted: false }));
      const session = client().session('s1');
      const run = session.chat('one');
      await server().nth(1);
      const aborted = session.abort();
      await jest.advanceTimersByTimeAsync(5000);
      await aborted;
      await expect(run.result).resolves.toMatchObject({ status: 'left', accepted: false });
      expect(server().requests.map(({ path }) => path)).toEqual(['/sessions/s1/chat', '/sessions/s1/abort']);
    } finally {
      jest.useRealTimers();
    }
  });

  it('nothing runs here → without an id; with an id → that one', async () => {
    server().on(ABORT, json({ aborted: false }));
    const session = client().session('s1');
    await session.abort();
    await session.abort({ runId: RUN });
    expect(server().requests.map(({ body }) => body)).toEqual([{}, { run_id: RUN }]);
  });

  it('refused → throws', async () => {
    server().on(ABORT, problem(404, 'session_not_found'));
    await expect(client().session('s1').abort()).rejects.toMatchObject({ code: 'session_not_found' });
  });
});

it('a session without a name → one nobody else has', () => {
  const ids = [client().session().id, client().session().id];
  expect(new Set(ids).size).toBe(2);
  for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9_-]{1,128}$/);
});
