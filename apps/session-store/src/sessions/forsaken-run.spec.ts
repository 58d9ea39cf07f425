import { runKey, runLeaseKey, runViewersKey, type TurnStarted } from '@parley/contracts';
import { RunViewers } from '@parley/run-log';
import { HeardSession } from '../test/heard-session.js';
import { redisNow } from '../test/redis-now.js';
import type { TestSession } from '../test/test-session.js';
import type { TestStore } from '../test/test-store.js';
import { epochOf } from '../test/turn-start-of.js';
import { useRedis } from '../test/use-redis.js';

/** For how long a run is seen forsaken before it is so. */
const RETURN_MS = 5000;
const DISCONNECTED = { event: 'preempted', data: { reason: 'disconnected' } };

const redis = useRedis();
let store: TestStore;
beforeAll(async () => (store = await redis.store()));

/** A run that had a worker and a viewer, and both were killed; its grace is over. */
async function forsaken(session: TestSession, options: Parameters<TestSession['chat']>[1] = {}): Promise<TurnStarted> {
  const run = await session.chat('hello', { disconnect_grace_ms: 0, ...options });
  const ref = { threadId: session.threadId, runId: run.run_id };
  await new RunViewers(store.redis).stay(ref, 'v', 60_000);
  await (await session.claim(run)).says('so far');
  await store.redis.del(runLeaseKey(session.threadId, run.run_id));
  const viewers = runViewersKey(session.threadId, run.run_id);
  const lapsedAt = (await redisNow(store.redis)) - 1;
  await store.redis.multi().del(viewers).zadd(viewers, lapsedAt, 'v').exec();
  return run;
}

const changesInMs = async ({ threadId }: TestSession): Promise<number> =>
  (await store.call('feed.session', { thread_id: threadId })).changes_in_ms;

/** All of it was so long ago that who follows it could have come back since it was first seen so. */
async function pass({ threadId }: TestSession, { run_id }: TurnStarted): Promise<void> {
  const since = (await redisNow(store.redis)) - RETURN_MS;
  const viewers = runViewersKey(threadId, run_id);
  await store.redis
    .multi()
    .del(viewers)
    .zadd(viewers, since - 1, 'v')
    .exec();
  await store.redis.hset(runKey(threadId, run_id), 'seen_forsaken', since);
}

describe('nobody follows a run, and its worker is gone', () => {
  test.each<[string, (session: TestSession) => Promise<unknown>]>([
    ['session.get', (session) => session.get()],
    ['card.pending', (session) => session.pendingCard()],
    ['turn.find', (session) => session.find()],
    ['turn.start, reject', (session) => session.chat('again', { on_active_turn: 'reject' })],
    ['session.list', (session) => session.store.call('session.list', { tenant_id: session.tenantId, owner: '-', limit: 1 })],
  ])('%s sees it so, and again when viewers could have come back → it ends as disconnected', async (_call, meet) => {
    const session = store.session();
    const run = await forsaken(session);
    expect((await session.get()).active_run_id).toBe(run.run_id);
    await pass(session, run);
    await meet(session);
    expect(await session.lastEvent(run.run_id)).toEqual(DISCONNECTED);
    expect((await session.messages()).items[1]).toMatchObject({ content: 'so far', preempted: true });
  });

  test('a feed is told when to look again, and then of its end', async () => {
    const heard = await HeardSession.of(redis, store);
    const { session } = heard;
    const run = await forsaken(session);
    const ms = await changesInMs(session);
    expect(ms).toBeGreaterThan(RETURN_MS - 1000);
    expect(ms).toBeLessThanOrEqual(RETURN_MS);
    await heard.news();
    await pass(session, run);
    expect((await session.get()).active_run_id).toBeNull();
    expect(await heard.news()).toHaveLength(1);
  });

  test('a message waits behind it → it begins', async () => {
    const session = store.session();
    const run = await forsaken(session);
    const next = await session.chat('next', { on_active_turn: 'enqueue' });
    await pass(session, run);
    expect((await session.get()).active_run_id).toBe(next.run_id);
  });
});

test('its viewer has said that it leaves → it ends as disconnected as soon as its lease is over', async () => {
  const session = store.session();
  const run = await session.chat('hello', { disconnect_grace_ms: 0 });
  const [ref, viewers] = [{ threadId: session.threadId, runId: run.run_id }, new RunViewers(store.redis)];
  await viewers.stay(ref, 'v', 60_000);
  await session.claim(run);
  await viewers.leave(ref, 'v');
  expect((await session.get()).active_run_id).toBe(run.run_id);
  await store.redis.del(runLeaseKey(session.threadId, run.run_id));
  expect((await session.get()).active_run_id).toBeNull();
  expect(await session.lastEvent(run.run_id)).toEqual(DISCONNECTED);
});

test('its viewer has said that it leaves before a worker was free → it ends as disconnected when somebody looks', async () => {
  const session = store.session();
  const run = await session.chat('hello', { disconnect_grace_ms: 0 });
  const [ref, viewers] = [{ threadId: session.threadId, runId: run.run_id }, new RunViewers(store.redis)];
  await viewers.stay(ref, 'v', 60_000);
  await viewers.leave(ref, 'v');
  expect((await session.get()).active_run_id).toBeNull();
  expect(await session.lastEvent(run.run_id)).toEqual(DISCONNECTED);
});

describe('a worker comes for a run whose viewers are known no more', () => {
  test('they come back in the time they have for that → it takes the run then', async () => {
    const session = store.session();
    const run = await forsaken(session);
    const claim = await session.tryClaim(run, { epoch: epochOf(run) });
    expect(claim.outcome).toBe('held');
    expect(claim.outcome === 'held' && claim.lease_left_ms).toBeGreaterThan(RETURN_MS - 1000);
    const ref = { threadId: session.threadId, runId: run.run_id };
    await new RunViewers(store.redis).stay(ref, 'v', 60_000);
    expect((await session.tryClaim(run, { epoch: epochOf(run) })).outcome).toBe('claimed');
  });

  test('they do not → there is nothing to take, the run ends as disconnected', async () => {
    const session = store.session();
    const run = await forsaken(session);
    await session.tryClaim(run, { epoch: epochOf(run) });
    await pass(session, run);
    expect(await session.tryClaim(run, { epoch: epochOf(run) })).toEqual({ outcome: 'closed' });
    expect(await session.lastEvent(run.run_id)).toEqual(DISCONNECTED);
  });
});

describe('it is not forsaken', () => {
  test('it has just been started, with a grace of 0, and is looked at before anybody follows it → it goes on', async () => {
    const session = store.session();
    const run = await session.chat('hello', { disconnect_grace_ms: 0 });
    expect((await session.get()).active_run_id).toBe(run.run_id);
    await new RunViewers(store.redis).stay({ threadId: session.threadId, runId: run.run_id }, 'v', 60_000);
    expect((await session.tryClaim(run, { epoch: epochOf(run) })).outcome).toBe('claimed');
  });

  test('a viewer comes back in the time it has for that, and is lost again later → that counts anew', async () => {
    const session = store.session();
    const run = await forsaken(session);
    await session.get();
    await pass(session, run);
    const [ref, viewers] = [{ threadId: session.threadId, runId: run.run_id }, new RunViewers(store.redis)];
    await viewers.stay(ref, 'v', 60_000);
    expect((await session.get()).active_run_id).toBe(run.run_id);
    await store.redis.zadd(runViewersKey(session.threadId, run.run_id), (await redisNow(store.redis)) - 1, 'v');
    expect((await session.get()).active_run_id).toBe(run.run_id);
    expect(await changesInMs(session)).toBeGreaterThan(RETURN_MS - 1000);
  });

  test('a worker has it → left to the worker', async () => {
    const session = store.session();
    const run = await forsaken(session);
    await session.get();
    await pass(session, run);
    await store.redis.set(runLeaseKey(session.threadId, run.run_id), '1', 'PX', 2000);
    expect((await session.get()).active_run_id).toBe(run.run_id);
    expect(await changesInMs(session)).toBeLessThanOrEqual(2000);
  });

  test('the grace is not over → when it will be, the feed looks again', async () => {
    const session = store.session();
    const run = await forsaken(session, { disconnect_grace_ms: 30_000 });
    await pass(session, run);
    expect((await session.get()).active_run_id).toBe(run.run_id);
    const ms = await changesInMs(session);
    expect(ms).toBeGreaterThan(20_000);
    expect(ms).toBeLessThanOrEqual(25_000);
  });

  test('on_disconnect continue → it goes on until its deadline', async () => {
    const session = store.session();
    const run = await forsaken(session, { on_disconnect: 'continue' });
    await pass(session, run);
    expect((await session.get()).active_run_id).toBe(run.run_id);
    expect(await changesInMs(session)).toBeGreaterThan(50_000);
  });
});
