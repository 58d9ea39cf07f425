import {
  cardsKey,
  checkpointsIndexKey,
  checkpointsKey,
  messagesKey,
  runKey,
  runLogKey,
  runTextKey,
  sessionKey,
} from '@parley/contracts';
import { answer, cardOf } from '../test/test-card.js';
import type { TestSession } from '../test/test-session.js';
import type { TestStore } from '../test/test-store.js';
import { until } from '../test/until.js';
import { useRedis } from '../test/use-redis.js';

const DAY_S = 86_400;
const redis = useRedis();
let store: TestStore;
beforeAll(async () => (store = await redis.store({ RUN_LOG_TTL_S: 600, SESSION_TTL_S: 30 * DAY_S })));
beforeEach(() => store.redis.flushall());

/** A session that has everything: messages, cards answered and pending, runs ended in every way, idempotency keys. */
async function liveThrough(session: TestSession): Promise<void> {
  await session.create();
  await session.talk('hello', 'hi');
  await session.chat('stop me', { idempotency: { key: 'k', fingerprint: 'f' } });
  await session.abort();
  await session.askedWith();
  await (await session.claim(await session.resume([answer('name', 'Li')]))).fails();
  await (await session.claim(await session.chat('again'))).asks(cardOf(), { card_ttl_ms: 7 * DAY_S * 1000 });
}

describe('how long what is stored stays', () => {
  test('at any moment of a session → no key without a TTL', async () => {
    const session = store.session();
    await liveThrough(session);
    const run = await session.chat('running', { on_pending_card: 'supersede', idempotency: { key: 'k2', fingerprint: 'f' } });
    await (await session.claim(run)).says('x');
    const keys = await store.redis.keys('*');
    expect(keys.length).toBeGreaterThan(15);
    const ttls = await Promise.all(keys.map(async (key) => [key, await store.redis.pttl(key)] as const));
    expect(ttls.filter(([, ttl]) => ttl < 0)).toEqual([]);
  });

  test('a run that has ended → its head and log stay RUN_LOG_TTL_S, its text and lease are gone', async () => {
    const session = store.session();
    const { run_id } = await session.talk('hello', 'hi');
    const keys = await store.redis.keys(`*${run_id}*`);
    expect(keys.sort()).toEqual([runKey(session.threadId, run_id), runLogKey(session.threadId, run_id)]);
    for (const key of keys) await expectTtl(key, 600_000);
  });

  test('a session, its messages, cards and checkpoints → as long as each other, from the start and the end of each turn', async () => {
    const session = store.session();
    const { threadId } = session;
    await session.askedWith();
    await store.redis.hset(checkpointsKey(threadId), 'c', 'x');
    await store.redis.zadd(checkpointsIndexKey(threadId), 0, 'c');
    const keys = [sessionKey, messagesKey, cardsKey, checkpointsKey, checkpointsIndexKey].map((keyOf) => keyOf(threadId));
    const shorten = () => Promise.all(keys.map((key) => store.redis.expire(key, 1000)));
    const worker = await shorten().then(async () => session.claim(await session.resume([answer('name', 'Li')])));
    for (const key of keys) await expectTtl(key, 30 * DAY_S * 1000);
    await shorten();
    await worker.completes();
    for (const key of keys) await expectTtl(key, 30 * DAY_S * 1000);
  });

  test('a card that may be answered longer than sessions stay → its session outlives it by a log', async () => {
    const session = store.session();
    await session.askedWith(cardOf(), { card_ttl_ms: 90 * DAY_S * 1000 });
    await expectTtl(sessionKey(session.threadId), 90 * DAY_S * 1000 + 600_000);
    await expectTtl(cardsKey(session.threadId), 90 * DAY_S * 1000 + 600_000);
  });

  test('a turn that may take longer than sessions stay → nothing of it lapses before its deadline', async () => {
    const session = (await redis.store({ SESSION_TTL_S: 60, RUN_LOG_TTL_S: 10 })).session();
    const run = await session.chat('hello', { queue_timeout_ms: 300_000, turn_timeout_ms: 900_000 });
    const keys = [
      sessionKey(session.threadId),
      ...[runKey, runLogKey, runTextKey].map((keyOf) => keyOf(session.threadId, run.run_id)),
    ];
    for (const key of keys) await expectTtl(key, 310_000);
    await session.claim(run);
    for (const key of keys) await expectTtl(key, 910_000);
  });

  test('an idempotency key → a day, and never longer than a session', async () => {
    const idempotency = { key: 'k', fingerprint: 'f' };
    const session = store.session();
    await session.chat('hello', { idempotency });
    const short = (await redis.store({ SESSION_TTL_S: 60 })).session();
    await short.chat('hello', { idempotency });
    for (const [{ sessionId }, ttlMs] of [
      [session, DAY_S * 1000],
      [short, 60_000],
    ] as const) {
      const keys = await store.redis.keys(`*${sessionId}*idempotency*`);
      expect(keys).toHaveLength(2);
      for (const key of keys) await expectTtl(key, ttlMs);
    }
  });

  async function expectTtl(key: string, ms: number): Promise<void> {
    const ttl = await store.redis.pttl(key);
    expect(ttl).toBeLessThanOrEqual(ms);
    expect(ttl).toBeGreaterThan(ms - 10_000);
  }
});

describe('how much is stored', () => {
  test('50 turns whose logs have lapsed → no more keys than after one, and one run in the list of runs', async () => {
    const session = (await redis.store({ RUN_LOG_TTL_S: 0.02 })).session();
    await session.talk('first', 'answer');
    const lapsed = async (count: number) =>
      until(async () => (await session.keys()).filter((key) => key.includes(':run:')).length === count);
    await lapsed(0);
    const few = await session.keys();
    for (let n = 1; n <= 50; n += 1) await session.talk(`m${n}`, `a${n}`);
    await lapsed(0);
    expect(await session.keys()).toEqual(few);
    await session.talk('last', 'answer');
    expect(await store.redis.zcard(`parley:{${session.threadId}}:runs`)).toBe(1);
  });

  test('a session of 300 messages of 1 kB → about what they take', async () => {
    const session = store.session();
    for (let n = 0; n < 150; n += 1) await session.talk('x'.repeat(1000), 'y'.repeat(1000));
    const bytes = Number(await store.redis.call('MEMORY', 'USAGE', messagesKey(session.threadId), 'SAMPLES', '0'));
    expect(bytes).toBeLessThan(300 * 1500);
    expect(Number(await store.redis.call('MEMORY', 'USAGE', sessionKey(session.threadId)))).toBeLessThan(2000);
  });
});

test('every key of a session has its hash tag, the indexes theirs → each script stays in one slot of a Cluster', async () => {
  const session = store.session();
  await liveThrough(session);
  const tags = (await store.redis.keys('*')).map((key) => /\{(.*?)\}/.exec(key)?.[1]);
  expect([...new Set(tags)].sort()).toEqual(['default:-', session.threadId].sort());
});
