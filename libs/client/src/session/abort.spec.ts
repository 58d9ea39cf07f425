import { ABORT, CHAT, json, problem, STREAM, whole } from '../test/answers.js';
import type { RawReply } from '../test/raw-server.js';
import { answer, begun, bytesOf, card, CARD, end, interrupted, numbered, preempted, RUN, token } from '../test/runs.js';
import { runIdOf, Talk } from '../test/talk.js';
import { eventsOf, useServer } from '../test/use-server.js';

const { server, client } = useServer();

describe('abort', () => {
  it('an answer is running → no more words, then its end as the server tells it', async () => {
    const talk = new Talk(server());
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
    const talk = new Talk(server());
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

  it('of a run that is followed and cannot be reached yet → at once, by its id; it is followed on, to its end', async () => {
    server().on(STREAM, (reply) => reply.reset());
    const session = client({ retry: { attempts: 1000, firstMs: 2, longestMs: 4 } }).session('s1');
    const run = session.follow({ runId: RUN });
    await server().nth(2, STREAM);
    server().on(ABORT, json({ aborted: true, run_id: RUN }));
    await expect(session.abort()).resolves.toMatchObject({ aborted: true });
    expect((await server().nth(1, ABORT)).body).toEqual({ run_id: RUN });
    server().on(STREAM, whole(numbered(begun(), token('late'), preempted)));
    await expect(run.result).resolves.toMatchObject({ status: 'preempted', reason: 'aborted' });
  });

  it('nothing runs here → without an id; with an id → that one', async () => {
    server().on(ABORT, json({ aborted: false }));
    const session = client().session('s1');
    await session.abort();
    await session.abort({ runId: RUN });
    expect(server().requests.map(({ body }) => body)).toEqual([{}, { run_id: RUN }]);
  });

  it('its answer is lost, and there is a newer request → not repeated: it would stop that one', async () => {
    server().next((reply) => reply.reset());
    server().on(CHAT, whole(answer('a')));
    const session = client({ retry: { attempts: 3, firstMs: 3_600_000, longestMs: 3_600_000 } }).session('s1');
    const aborted = session.abort();
    const run = session.chat('new');
    await expect(aborted).rejects.toMatchObject({ fault: 'unreachable' });
    await expect(run.result).resolves.toMatchObject({ text: 'a' });
    expect(server().requests.map(({ path }) => path)).toEqual(['/sessions/s1/abort', '/sessions/s1/chat']);
  });

  it('of a request that never arrived, and a new one at once → that one comes after the stop', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask', 'performance'] });
    try {
      server().next(() => undefined);
      const session = client().session('s1');
      const first = session.chat('one');
      await server().nth(1, CHAT);
      const arrived = Promise.withResolvers<RawReply>();
      server().on(ABORT, (reply) => arrived.resolve(reply));
      server().on(CHAT, whole(answer('a')));
      server().on(/pending_card/, json({ has_pending_card: false, card: null }));
      const aborted = session.abort();
      const second = session.chat('two');
      await jest.advanceTimersByTimeAsync(5000);
      const reply = await arrived.promise;
      // Time enough for the other, if it did not wait.
      await session.pendingCard();
      await session.pendingCard();
      expect(server().requests.filter(({ method }) => method === 'POST')).toHaveLength(2);
      reply.json(200, { aborted: false });
      await expect(aborted).resolves.toEqual({ aborted: false });
      await expect(second.result).resolves.toMatchObject({ text: 'a' });
      await expect(first.result).resolves.toMatchObject({ accepted: false });
      const posts = server().requests.filter(({ method }) => method === 'POST');
      expect(posts.map(({ path }) => path.split('/').at(-1))).toEqual(['chat', 'abort', 'chat']);
    } finally {
      jest.useRealTimers();
    }
  });

  it('of one of two by its id → the other speaks on', async () => {
    const replies = new Map<string, RawReply>();
    for (const n of [1, 2]) {
      server().next((reply) => {
        replies.set(runIdOf(n), reply);
        return reply.stream(runIdOf(n)).write(bytesOf(numbered(begun(runIdOf(n))), runIdOf(n)));
      });
    }
    const session = client().session('s1');
    const first = session.chat('one');
    const second = session.chat('two', { on_active_turn: 'enqueue' });
    await second.accepted;
    server().on(ABORT, json({ aborted: true, run_id: runIdOf(2) }));
    await session.abort({ runId: runIdOf(2) });
    replies.get(runIdOf(1))?.end(bytesOf(numbered(begun(), token('a'), end('a')).slice(1), runIdOf(1)));
    replies.get(runIdOf(2))?.end(bytesOf(numbered(begun(), token('late'), preempted).slice(1), runIdOf(2)));
    expect((await eventsOf(first)).map(({ event }) => event)).toEqual(['run', 'token', 'end']);
    expect((await eventsOf(second)).map(({ event }) => event)).toEqual(['preempted']);
  });

  it('refused → throws', async () => {
    server().on(ABORT, problem(404, 'session_not_found'));
    await expect(client().session('s1').abort()).rejects.toMatchObject({ code: 'session_not_found' });
  });
});
