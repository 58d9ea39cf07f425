import { EventEmitter, once } from 'node:events';
import { CHAT, lastSeqOf, open, problem, rest, STREAM, whole } from '../test/answers.js';
import { answer, bytesOf, replay, RUN } from '../test/runs.js';
import { FakePage } from '../test/fake-page.js';
import { eventsOf, FAST, numbersOf, useServer } from '../test/use-server.js';

const { server, client } = useServer();
const EVENTS = answer('a', 'b', 'c');
const ALL = [1, 2, 3, 4, 5];

describe('a server that says nothing any more', () => {
  it('before the headers → the same request again', async () => {
    server().on(CHAT, whole(EVENTS));
    server().next(() => undefined);
    const run = client({ silenceMs: 60 }).session('s1').chat('hi');
    expect(numbersOf(await eventsOf(run))).toEqual(ALL);
    const keys = server().requests.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toEqual([keys[0], keys[0]]);
  });

  it('after the headers, or in the middle → followed from the last event; the dead connection is closed', async () => {
    let left = 0;
    for (const seen of [0, 1, 3]) {
      server().next(async (reply, request) => {
        await open(EVENTS.slice(0, seen))(reply, request);
        await reply.left();
        left += 1;
      }, rest(EVENTS));
      const run = client({ silenceMs: 60 }).session('s1').chat('hi');
      expect(numbersOf(await eventsOf(run))).toEqual(ALL);
      expect(lastSeqOf(server().requests.at(-1)!)).toBe(seen);
    }
    expect(left).toBe(3);
  });

  it('for good → gives up, and says so', async () => {
    server().on(CHAT, open([]));
    server().on(STREAM, open([]));
    await expect(client({ silenceMs: 30 }).session('s1').chat('hi').result).rejects.toMatchObject({
      fault: 'silent',
      attempts: FAST.attempts,
      message: 'gave up after 4 attempts: nothing came for 30 ms',
    });
  });

  it('but comments → it is alive, however long that takes', async () => {
    server().on(CHAT, async (reply) => {
      reply.stream(RUN);
      for (let n = 0; n < 40; n++) {
        await reply.write(': keepalive\n\n');
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      reply.end(bytesOf(EVENTS));
    });
    const run = client({ silenceMs: 400 }).session('s1').chat('hi');
    expect(numbersOf(await eventsOf(run))).toEqual(ALL);
    expect(server().requests).toHaveLength(1);
  });
});

describe('in a browser', () => {
  const page = new FakePage();
  beforeEach(() => page.install());
  afterEach(() => page.remove());

  it('the tab wakes up after a long sleep → another connection at once, without waiting out the silence', async () => {
    server().next(open(EVENTS.slice(0, 2)), rest(EVENTS));
    const run = client().session('s1').chat('hi');
    const events = run[Symbol.asyncIterator]();
    await events.next();
    await events.next();
    page.hide();
    page.sleep(60_000);
    page.show();
    for (const seq of [3, 4, 5]) expect(await events.next()).toMatchObject({ value: { seq } });
    expect(server().requests[1]?.headers['last-event-id']).toBe(`${RUN}:2`);
  });

  it('the tab wakes up after a short sleep → the connection stays', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    server().next(async (reply) => {
      await reply.stream(RUN).write(bytesOf(EVENTS.slice(0, 2)));
      await promise;
      reply.end(bytesOf(EVENTS.slice(2)));
    });
    const run = client().session('s1').chat('hi');
    await run[Symbol.asyncIterator]().next();
    page.hide();
    page.sleep(10_000);
    page.show();
    resolve();
    expect(numbersOf(await eventsOf(run))).toEqual(ALL);
    expect(server().requests).toHaveLength(1);
  });

  it('the network is back, or the tab is shown, during a back-off → at once', async () => {
    const retry = { attempts: 3, firstMs: 3_600_000, longestMs: 3_600_000 };
    server().next((reply) => reply.reset(), whole(EVENTS.slice(0, 1)), rest(EVENTS));
    let reconnects = 0;
    const run = client({ retry })
      .session('s1')
      .chat('hi', {
        onConnection: (connection) => {
          if (connection === 'open') return;
          setTimeout(() => (reconnects++ ? page.show() : page.online()), 5);
        },
      });
    expect(numbersOf(await eventsOf(run))).toEqual(ALL);
    expect(reconnects).toBe(2);
  });

  it('the network is back while the server asked to wait → not before', async () => {
    server().next(problem(503, 'draining', {}, { 'retry-after': '0.2' }), whole(EVENTS));
    const onConnection = (connection: string): unknown => connection === 'connecting' && setTimeout(() => page.online(), 5);
    await client().session('s1').chat('hi', { onConnection }).result;
    const [first, second] = server().requests;
    expect(second!.at - first!.at).toBeGreaterThanOrEqual(199);
  });

  it('offline while a run is followed → failures do not count; while a message is sent → they do', async () => {
    server().on(CHAT, whole(EVENTS.slice(0, 2)));
    server().on(STREAM, (reply) => reply.reset());
    page.isOnline = false;
    const run = client().session('s1').chat('hi');
    await server().nth(3 * FAST.attempts, STREAM);
    server().on(STREAM, rest(EVENTS));
    await expect(run.result).resolves.toMatchObject({ text: 'abc' });
    server().on(CHAT, (reply) => reply.reset());
    await expect(client().session('s1').chat('hi').result).rejects.toMatchObject({ fault: 'unreachable' });
  });

  it('a connection that was good for a while, each time → never gives up', async () => {
    let connections = 0;
    const heads = new EventEmitter();
    const slowly: typeof fetch = async (...call) => {
      const response = await fetch(...call);
      setImmediate(() => heads.emit('read'));
      return response;
    };
    server().on(CHAT, (reply) => reply.stream(RUN).end());
    server().on(STREAM, async (reply) => {
      reply.stream(RUN);
      if (++connections > 2 * FAST.attempts) return void reply.end(replay(1, 5) + bytesOf(EVENTS));
      await once(heads, 'read');
      page.sleep(6000);
      reply.end(': keepalive\n\n');
    });
    expect(numbersOf(await eventsOf(client({ fetch: slowly }).session('s1').chat('hi')))).toEqual(ALL);
  });
});
