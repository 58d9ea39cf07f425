import { CHAT, json, whole } from '../test/answers.js';
import type { RawReply } from '../test/raw-server.js';
import { answer, begun, bytesOf, end, numbered, preempted, token } from '../test/runs.js';
import { runIdOf, Talk } from '../test/talk.js';
import { eventsOf, useServer } from '../test/use-server.js';
import type { Run } from '../run/run.js';

const { server, client } = useServer();

const wordsOf = async (run: Run): Promise<string[]> =>
  (await eventsOf(run)).flatMap((event) => (event.event === 'token' ? [event.data.text] : []));

describe('a newer request', () => {
  it('three messages at once → posted in their order; the first two end without a word, only the third speaks', async () => {
    const talk = new Talk(server());
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
    for (const run of runs.slice(0, 2)) await expect(run.result).resolves.toMatchObject({ status: 'superseded', accepted: true });
    await expect(runs[0]!.accepted).resolves.toBe(runIdOf(1));
  });

  it('while the server thinks about the one before → waits for its answer; one that is superseded before it was sent is sent all the same', async () => {
    const replies: RawReply[] = [];
    server().on(CHAT, (reply) => replies.push(reply));
    server().on(/pending_card/, json({ has_pending_card: false, card: null }));
    const session = client().session('s1');
    const runs = ['one', 'two', 'three'].map((message) => session.chat(message));
    for (const n of [1, 2, 3]) {
      await server().nth(n, CHAT);
      // Time enough for the others, if they did not wait.
      await session.pendingCard();
      await session.pendingCard();
      expect(replies).toHaveLength(n);
      replies[n - 1]?.stream(runIdOf(n)).end(bytesOf(numbered(begun(runIdOf(n)), n < 3 ? preempted : end()), runIdOf(n)));
      await expect(runs[n - 1]!.accepted).resolves.toBe(runIdOf(n));
    }
    await expect(runs[2]!.result).resolves.toMatchObject({ status: 'completed' });
  });

  it('an event is there that the loop has not taken yet → never delivered', async () => {
    new Talk(server());
    const session = client().session('s1');
    const told = Promise.withResolvers<string>();
    const loop = session.chat('one', { onToken: told.resolve })[Symbol.asyncIterator]();
    await told.promise;
    expect(await loop.next()).toMatchObject({ value: { event: 'run' } });
    session.chat('two');
    expect(await loop.next()).toEqual({ done: true, value: undefined });
    session.close();
  });

  it('in the middle of an answer → what was there and not yet taken is never delivered, nor what comes late', async () => {
    const talk = new Talk(server());
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

  it('while the server takes its time for the ones before → each has as long from when it is its turn', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask', 'performance'] });
    try {
      const replies: RawReply[] = [];
      server().on(CHAT, (reply) => replies.push(reply));
      const session = client().session('s1');
      const runs = ['one', 'two', 'three'].map((message) => session.chat(message));
      for (const n of [1, 2, 3]) {
        await server().nth(n, CHAT);
        await jest.advanceTimersByTimeAsync(4000);
        replies[n - 1]?.stream(runIdOf(n)).end(bytesOf(numbered(begun(runIdOf(n)), n < 3 ? preempted : end()), runIdOf(n)));
        await expect(runs[n - 1]!.accepted).resolves.toBe(runIdOf(n));
      }
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
    const talk = new Talk(server());
    const session = client().session('s1');
    await session.chat('one').accepted;
    const second = session.chat('two', { on_active_turn: 'preempt' });
    await second.accepted;
    talk.say(2, { ...end(), seq: 3 });
    await second.result;
    expect(server().requests.filter(({ method }) => method === 'GET')).toEqual([]);
  });

  it('all is closed → the superseded connection, too', async () => {
    const left: Promise<void>[] = [];
    server().on(CHAT, (reply) => {
      left.push(reply.left());
      return reply.stream(runIdOf(left.length)).write(': keepalive\n\n');
    });
    const session = client().session('s1');
    await session.chat('one').accepted;
    await session.chat('two').accepted;
    session.close();
    await Promise.all(left);
    expect(left).toHaveLength(2);
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

it('a session without a name → one nobody else has', () => {
  const ids = [client().session().id, client().session().id];
  expect(new Set(ids).size).toBe(2);
  for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9_-]{1,128}$/);
});
