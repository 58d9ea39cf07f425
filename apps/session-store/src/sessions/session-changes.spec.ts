import { feedChannel, feedMessageOf, sessionKey, sessionsIndexKey, type Session } from '@parley/contracts';
import type { Heard } from '../test/heard.js';
import { answer, cardOf } from '../test/test-card.js';
import type { TestSession } from '../test/test-session.js';
import { refusalOf, type TestStore } from '../test/test-store.js';
import { until } from '../test/until.js';
import { useRedis } from '../test/use-redis.js';

const redis = useRedis();
let store: TestStore;
let tenants = 0;
beforeAll(async () => (store = await redis.store()));

const ENQUEUE = { on_active_turn: 'enqueue' } as const;
const SUPERSEDE = { on_pending_card: 'supersede' } as const;
const WITHDRAW = { attempt: 0, withdraw: true } as const;

/** A session in a namespace of its own, and what is said there of its changes. */
async function heardSession(): Promise<{ session: TestSession; heard: Heard }> {
  const tenantId = `tenant:{${(tenants += 1)}}`;
  return { session: store.session(undefined, tenantId), heard: await redis.hear(feedChannel(tenantId, '-')) };
}

let marks = 0;
/** What has been said so far since the last time. */
async function news(heard: Heard, tenantId: string): Promise<string[]> {
  const mark = `mark ${(marks += 1)}`;
  await store.redis.publish(feedChannel(tenantId, '-'), mark);
  await heard.message(mark);
  return heard.messages.splice(0).filter((message) => message !== mark);
}

const shown = (session: TestSession): Promise<Session | undefined> => session.get().catch(() => undefined);

const running = async (session: TestSession) => session.claim(await session.chat('hello'));

/** Each ends with what is then done once more in the test. */
const OPERATIONS: [string, boolean, (session: TestSession) => Promise<() => Promise<unknown>>][] = [
  ['session.create, none there', true, async (session) => () => session.create()],
  ['session.create, one there', false, async (session) => (await session.create(), () => session.create())],
  ['session.delete', true, async (session) => (await session.create(), () => session.delete())],
  [
    'session.delete while a turn runs and one waits',
    true,
    async (session) => {
      await running(session);
      await session.chat('second', ENQUEUE);
      return () => session.delete();
    },
  ],
  ['session.delete, none there', false, async (session) => () => refusalOf(session.delete())],

  ['turn.start, the first one', true, async (session) => () => session.chat('hello')],
  ['turn.start, a later one', true, async (session) => (await session.talk('hello', 'hi'), () => session.chat('again'))],
  ['turn.start that pre-empts', true, async (session) => (await running(session), () => session.chat('rather this'))],
  ['turn.start that waits', true, async (session) => (await running(session), () => session.chat('second', ENQUEUE))],
  [
    'turn.start that supersedes a card',
    true,
    async (session) => {
      await session.askedWith();
      return () => session.chat('rather this', SUPERSEDE);
    },
  ],
  [
    'turn.start that answers the card',
    true,
    async (session) => {
      await session.askedWith();
      return () => session.resume([answer('name', 'Li')]);
    },
  ],
  [
    'turn.start that cancels the card',
    true,
    async (session) => {
      await session.askedWith();
      return () => session.resume([], { action: 'cancel' });
    },
  ],
  [
    'turn.start that joins',
    false,
    async (session) => {
      const { run_id } = await session.chat('hello');
      return () => session.chat('hello', { run_id });
    },
  ],
  [
    'turn.start that is refused: turn_active',
    false,
    async (session) => {
      await running(session);
      return () => refusalOf(session.chat('x', { on_active_turn: 'reject' }));
    },
  ],
  [
    'turn.start that is refused: card_pending',
    false,
    async (session) => {
      await session.askedWith();
      return () => refusalOf(session.chat('x'));
    },
  ],
  [
    'turn.start that is refused: answers_invalid',
    false,
    async (session) => {
      await session.askedWith();
      return () => refusalOf(session.resume([]));
    },
  ],

  [
    'turn.claim',
    false,
    async (session) => {
      const run = await session.chat('hello');
      return () => session.claim(run);
    },
  ],
  [
    'turn.claim of a run that nobody follows',
    true,
    async (session) => {
      const run = await session.chat('hello', { on_disconnect: 'cancel', disconnect_grace_ms: 0 });
      return () => session.tryClaim(run, { epoch: run.handoff?.payload.options.epoch ?? 0 });
    },
  ],
  [
    'a token',
    false,
    async (session) => {
      const worker = await running(session);
      return () => worker.says('token');
    },
  ],

  [
    'turn.end, completed',
    true,
    async (session) => {
      const worker = await running(session);
      return () => worker.completes();
    },
  ],
  [
    'turn.end with a card',
    true,
    async (session) => {
      const worker = await running(session);
      return () => worker.asks(cardOf());
    },
  ],
  [
    'turn.end, failed',
    true,
    async (session) => {
      const worker = await running(session);
      return () => worker.fails();
    },
  ],
  [
    'turn.end, the next one begins',
    true,
    async (session) => {
      const worker = await running(session);
      await session.chat('second', ENQUEUE);
      return () => worker.completes();
    },
  ],
  [
    'turn.end with a card that the next one supersedes',
    true,
    async (session) => {
      const worker = await running(session);
      await session.chat('second', { ...ENQUEUE, ...SUPERSEDE });
      return () => worker.asks(cardOf());
    },
  ],
  [
    'turn.end by a worker that holds it no more',
    false,
    async (session) => {
      const worker = await running(session);
      await session.abort();
      return () => worker.completes();
    },
  ],

  ['turn.abort', true, async (session) => (await running(session), () => session.abort())],
  ['turn.abort, nothing runs', false, async (session) => (await session.askedWith(), () => session.abort())],
  [
    'turn.abort of one that waits',
    false,
    async (session) => {
      await running(session);
      const { run_id } = await session.chat('second', ENQUEUE);
      return () => session.abort(run_id);
    },
  ],
  [
    'turn.close',
    true,
    async (session) => {
      const { run_id } = await session.chat('hello');
      return () => session.close(run_id, { attempt: 0 });
    },
  ],
  [
    'turn.close of a run that somebody took',
    false,
    async (session) => {
      const { runId } = await running(session);
      return () => session.close(runId, { attempt: 0 });
    },
  ],
  [
    'turn.close that withdraws a start',
    true,
    async (session) => {
      await session.askedWith();
      const { run_id } = await session.chat('rather this', { ...SUPERSEDE, agent_id: 'other' });
      return () => session.close(run_id, WITHDRAW);
    },
  ],
  [
    'turn.close that withdraws one that waits',
    false,
    async (session) => {
      await running(session);
      const { run_id } = await session.chat('second', ENQUEUE);
      return () => session.close(run_id, WITHDRAW);
    },
  ],

  [
    'reading',
    false,
    async (session) => {
      await session.askedWith();
      return () => Promise.all([session.get(), session.messages(), session.pendingCard(), session.find()]);
    },
  ],
];

test.each(OPERATIONS)(
  '%s → told once where the session shows something else (%s), and never otherwise',
  async (_name, isTold, prepare) => {
    const { session, heard } = await heardSession();
    const { tenantId } = session;
    const act = await prepare(session);
    const before = await shown(session);
    await news(heard, tenantId);
    await act();
    const told = await news(heard, tenantId);
    const after = await shown(session);
    expect(told).toEqual(isTold ? [JSON.stringify({ type: 'session', thread_id: session.threadId, user_id: 'ann' })] : []);
    const hasChanged = JSON.stringify(before) !== JSON.stringify(after);
    expect(hasChanged).toBe(isTold);
    if (isTold && before && after) expect(after.updated_at > before.updated_at).toBe(true);
  },
);

describe('what changes by time alone', () => {
  test.each<[string, (session: TestSession) => Promise<unknown>, object]>([
    ['a lapsed card', (session) => session.askedWith(cardOf(), { card_ttl_ms: 40 }), { awaiting_card: null }],
    ['an overdue turn', (session) => session.chat('hello', { queue_timeout_ms: 40 }), { active_run_id: null }],
  ])(
    '%s → it says when, and whoever reads it by then tells it, once, and moves it up in the list',
    async (_what, live, after) => {
      const { session, heard } = await heardSession();
      await live(session);
      await news(heard, session.tenantId);
      const { changes_in_ms } = await store.call('feed.session', { thread_id: session.threadId });
      expect(changes_in_ms).toBeGreaterThan(0);
      expect(changes_in_ms).toBeLessThanOrEqual(40);
      await until(async () => {
        const { session: now } = await store.call('feed.session', { thread_id: session.threadId });
        return Object.entries(after).every(([name, value]) => (now as unknown as Record<string, unknown>)[name] === value);
      });
      await session.get();
      expect((await news(heard, session.tenantId)).map(feedMessageOf)).toMatchObject([{ thread_id: session.threadId }]);
      const score = Number(await store.redis.zscore(sessionsIndexKey(session.tenantId, '-'), session.sessionId));
      expect(new Date(score).toISOString()).toBe((await session.get()).updated_at);
    },
  );

  test('nothing pending, nothing active → when the session itself is over', async () => {
    const short = await redis.store({ SESSION_TTL_S: 60 });
    const session = short.session();
    await session.create();
    const { changes_in_ms } = await short.call('feed.session', { thread_id: session.threadId });
    expect(changes_in_ms).toBeGreaterThan(50_000);
    expect(changes_in_ms).toBeLessThanOrEqual(60_000);
  });

  test('a turn whose run Redis has lost → told when it is noticed', async () => {
    const { session, heard } = await heardSession();
    const { run_id } = await session.chat('hello');
    await store.redis.del(`parley:{${session.threadId}}:run:${run_id}`);
    await news(heard, session.tenantId);
    expect((await session.get()).active_run_id).toBeNull();
    expect(await news(heard, session.tenantId)).toHaveLength(1);
  });
});

test('changes in one millisecond, or under a clock that went back → each is later than the one before', async () => {
  const { session } = await heardSession();
  await session.create();
  const ahead = Date.now() + 60_000;
  await store.redis.hset(sessionKey(session.threadId), 'updated_at', ahead);
  await session.chat('hello');
  expect(Date.parse((await session.get()).updated_at)).toBe(ahead + 1);
  await session.abort();
  expect(Date.parse((await session.get()).updated_at)).toBe(ahead + 2);
});

test('a user whose name holds anything → it is told as it is', async () => {
  const { session, heard } = await heardSession();
  const user_id = 'a"b\\c/\n\u2028 名 🙂 {x}:%';
  await session.create({ user_id });
  expect((await news(heard, session.tenantId)).map(feedMessageOf)).toEqual([
    { type: 'session', thread_id: session.threadId, user_id },
  ]);
  expect(await store.call('feed.session', { thread_id: session.threadId })).toMatchObject({ user_id });
});

test('the list of a feed → as session.list, with the user and the time of each', async () => {
  const { session } = await heardSession();
  const { session: created } = await session.create({ user_id: 'bob' });
  const request = { tenant_id: session.tenantId, owner: '-', limit: 10 };
  const item = { session: created, user_id: 'bob', changes_in_ms: expect.any(Number) as number };
  expect(await store.call('feed.list', request)).toEqual({ items: [item], next_cursor: null });
  expect((await store.call('feed.list', { ...request, user_id: 'ann' })).items).toEqual([]);
  expect((await refusalOf(store.call('feed.session', { thread_id: store.session().threadId }))).code).toBe('session_not_found');
});
