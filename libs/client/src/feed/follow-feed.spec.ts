import { problem } from '../test/answers.js';
import { useServer } from '../test/use-server.js';

const { server, client } = useServer();
const FEED = /^GET \/feed/;

const frame = (session: object): string => `event: session\ndata: ${JSON.stringify({ type: 'session', data: session })}\n\n`;

describe('the feed', () => {
  it('sessions, comments, events of a later version, cut anywhere → the sessions', async () => {
    const bytes = Buffer.from(
      `: keepalive\n\n${frame({ title: '身' })}event: later\ndata: {"type":"later","data":{}}\n\n${frame({ turn: 2 })}`,
    );
    server().on(FEED, (reply) => reply.stream().write(...[...bytes].map((byte) => Uint8Array.of(byte))));
    const sessions = client().feed({ sessionId: 's 1' });
    expect(await sessions.next()).toEqual({ value: { title: '身' }, done: false });
    expect(await sessions.next()).toEqual({ value: { turn: 2 }, done: false });
    await sessions.return();
    expect(server().requests[0]?.path).toBe('/feed?session_id=s+1');
  });

  it('the connection breaks, is silent, answers with HTML, many times → goes on, as long as it is listened to', async () => {
    let n = 0;
    server().on(FEED, (reply) => {
      n += 1;
      if (n % 4 === 0) return reply.html(502);
      if (n % 4 === 1) return reply.stream().end(frame({ turn: n }));
      if (n % 4 === 2) return reply.stream();
      return reply.stream().end('event: session\ndata: {"typ\n\n');
    });
    const turns: number[] = [];
    for await (const { turn } of client({ silenceMs: 300 }).feed()) if (turns.push(turn) === 4) break;
    expect(turns).toEqual([1, 5, 9, 13]);
  });

  it('left, and told to end in silence → its connection is closed', async () => {
    const left: Promise<void>[] = [];
    server().on(FEED, (reply) => {
      left.push(reply.left());
      return reply.stream().write(frame({ turn: 1 }));
    });
    for await (const { turn } of client().feed()) if (turn) break;
    const controller = new AbortController();
    for await (const { turn } of client().feed({ signal: controller.signal })) if (turn) setImmediate(() => controller.abort());
    expect(await Promise.all(left)).toHaveLength(2);
  });

  it('told to end during a back-off → ends', async () => {
    const controller = new AbortController();
    server().on(FEED, (reply) => {
      setTimeout(() => controller.abort(), 10);
      reply.reset();
    });
    const retry = { firstMs: 3_600_000, longestMs: 3_600_000 };
    expect(await client({ retry }).feed({ signal: controller.signal }).next()).toEqual({ done: true, value: undefined });
  });

  it('a session is deleted → told so; where it is the only one the feed ends', async () => {
    const told: unknown[] = [];
    const gone = 'event: deleted\ndata: {"type":"deleted","data":{"session_id":"s1"}}\n\n';
    const listed = 'event: listed\ndata: {"type":"listed","data":{}}\n\n';
    server().on(FEED, (reply) =>
      reply.stream().write(`${frame({ session_id: 's1', turn: 1 })}${listed}${gone}${frame({ session_id: 's2', turn: 2 })}`),
    );
    const handlers = { onDeleted: (id: string) => told.push(id), onListed: (ids: ReadonlySet<string>) => told.push([...ids]) };
    for await (const { turn } of client().feed(handlers)) {
      told.push(turn);
      if (turn === 2) break;
    }
    expect(told.splice(0)).toEqual([1, ['s1'], 's1', 2]);
    for await (const { turn } of client().feed({ sessionId: 's1', ...handlers })) told.push(turn);
    expect(told).toEqual([1, ['s1'], 's1']);
    expect(server().requests).toHaveLength(2);
  });

  it.each([
    'event: session\ndata: null\n\n',
    'event: session\ndata: {"type":"session"}\n\n',
    'event: session\ndata: {"type":"session","data":null}\n\n',
    'event: deleted\ndata: {"type":"deleted","data":null}\n\n',
  ])('%j → another connection', async (fault) => {
    server().next(
      (reply) => reply.stream().end(fault),
      (reply) => reply.stream().write(frame({ turn: 2 })),
    );
    const feed = client().feed();
    expect(await feed.next()).toMatchObject({ value: { turn: 2 } });
    await feed.return();
  });

  it('an event of a later version that is no JSON → ignored', async () => {
    server().on(FEED, (reply) => reply.stream().write(`event: later\ndata: x\n\nevent: listed\ndata: \n\n${frame({ turn: 1 })}`));
    const feed = client().feed();
    expect(await feed.next()).toMatchObject({ value: { turn: 1 } });
    await feed.return();
    expect(server().requests).toHaveLength(1);
  });

  it('whoever is told of it throws → it goes on, and the errors come up uncaught', async () => {
    const comesUp = jest.spyOn(globalThis, 'queueMicrotask').mockImplementation(() => undefined);
    const fails = (): never => {
      throw new Error('a fault of the page');
    };
    try {
      const deleted = 'event: deleted\ndata: {"type":"deleted","data":{"session_id":"s1"}}\n\n';
      const listed = 'event: listed\ndata: {"type":"listed","data":{}}\n\n';
      server().on(FEED, (reply) => reply.stream().write(`${listed}${deleted}${frame({ turn: 2 })}`));
      const feed = client().feed({ onListed: fails, onDeleted: fails });
      expect(await feed.next()).toMatchObject({ value: { turn: 2 } });
      await feed.return();
      expect(comesUp).toHaveBeenCalledTimes(2);
    } finally {
      comesUp.mockRestore();
    }
  });

  it('its session is deleted while there is no connection → told so, and it ends', async () => {
    server().next((reply) => reply.stream().end(frame({ session_id: 's1', turn: 1 })));
    server().on(FEED, problem(404, 'session_not_found'));
    const told: unknown[] = [];
    for await (const { turn } of client().feed({ sessionId: 's1', onDeleted: (id) => told.push(id) })) told.push(turn);
    expect(told).toEqual([1, 's1']);
  });

  it('told to wait for longer than a request would → waits', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask', 'performance'] });
    try {
      const asked = Promise.withResolvers<void>();
      server().next(problem(503, 'draining', {}, { 'retry-after': '3600' }));
      server().on(FEED, (reply) => reply.stream().write(frame({ turn: 1 })));
      const waiting: typeof fetch = async (...call) => {
        const response = await fetch(...call);
        setImmediate(asked.resolve);
        return response;
      };
      const feed = client({ fetch: waiting }).feed();
      const next = feed.next();
      await asked.promise;
      await new Promise(setImmediate);
      await jest.advanceTimersByTimeAsync(3_601_000);
      expect(await next).toMatchObject({ value: { turn: 1 } });
      await feed.return();
    } finally {
      jest.useRealTimers();
    }
  });

  it('refused → throws', async () => {
    server().on(FEED, problem(404, 'session_not_found'));
    await expect(client().feed({ sessionId: 's1' }).next()).rejects.toMatchObject({ code: 'session_not_found' });
  });
});
