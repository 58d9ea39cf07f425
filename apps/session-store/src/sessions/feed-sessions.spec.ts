import { feedMessageOf, sessionKey, sessionsIndexKey } from '@parley/contracts';
import { HeardSession } from '../test/heard-session.js';
import { redisNow } from '../test/redis-now.js';
import { cardOf } from '../test/test-card.js';
import type { TestSession } from '../test/test-session.js';
import { refusalOf, type TestStore } from '../test/test-store.js';
import { useRedis } from '../test/use-redis.js';

const redis = useRedis();
let store: TestStore;
beforeAll(async () => (store = await redis.store()));

describe('what changes by time alone', () => {
  test.each<[string, string, (session: TestSession) => Promise<unknown>, object]>([
    ['a card', 'card_expires_at', (session) => session.askedWith(cardOf(), { card_ttl_ms: 60_000 }), { awaiting_card: null }],
    [
      'a turn',
      'deadline',
      (session) => session.chat('hello', { queue_timeout_ms: 60_000, on_disconnect: 'continue' }),
      { active_run_id: null },
    ],
  ])(
    '%s → it says when; whoever reads it then tells it, once, and moves it up in the list',
    async (_what, field, live, after) => {
      const heard = await HeardSession.of(redis, store);
      const { session } = heard;
      await live(session);
      await heard.news();
      const { changes_in_ms } = await store.call('feed.session', { thread_id: session.threadId });
      expect(changes_in_ms).toBeGreaterThan(50_000);
      expect(changes_in_ms).toBeLessThanOrEqual(60_000);
      await store.redis.hset(sessionKey(session.threadId), field, await redisNow(store.redis));
      expect((await store.call('feed.session', { thread_id: session.threadId })).session).toMatchObject(after);
      await session.get();
      expect((await heard.news()).map(feedMessageOf)).toMatchObject([{ thread_id: session.threadId }]);
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
    const heard = await HeardSession.of(redis, store);
    const { session } = heard;
    const { run_id } = await session.chat('hello');
    await store.redis.del(`parley:{${session.threadId}}:run:${run_id}`);
    await heard.news();
    expect((await session.get()).active_run_id).toBeNull();
    expect(await heard.news()).toHaveLength(1);
  });
});

test('changes in one millisecond, or under a clock that went back → each is later than the one before', async () => {
  const { session } = await HeardSession.of(redis, store);
  await session.create();
  const ahead = Date.now() + 60_000;
  await store.redis.hset(sessionKey(session.threadId), 'updated_at', ahead);
  await session.chat('hello');
  expect(Date.parse((await session.get()).updated_at)).toBe(ahead + 1);
  await session.abort();
  expect(Date.parse((await session.get()).updated_at)).toBe(ahead + 2);
});

test('a user whose name holds anything → it is told as it is', async () => {
  const heard = await HeardSession.of(redis, store);
  const { session } = heard;
  const user_id = 'a"b\\c/\n\u2028 名 🙂 {x}:%';
  await session.create({ user_id });
  expect((await heard.news()).map(feedMessageOf)).toEqual([{ type: 'session', thread_id: session.threadId, user_id }]);
  expect(await store.call('feed.session', { thread_id: session.threadId })).toMatchObject({ user_id });
});

test('the list of a feed → as session.list, with the user and the time of each', async () => {
  const { session } = await HeardSession.of(redis, store);
  const { session: created } = await session.create({ user_id: 'bob' });
  const request = { tenant_id: session.tenantId, owner: '-', limit: 10 };
  const item = { session: created, user_id: 'bob', changes_in_ms: expect.any(Number) as number };
  expect(await store.call('feed.list', request)).toEqual({ items: [item], next_cursor: null });
  expect((await store.call('feed.list', { ...request, user_id: 'ann' })).items).toEqual([]);
  expect((await refusalOf(store.call('feed.session', { thread_id: store.session().threadId }))).code).toBe('session_not_found');
});
