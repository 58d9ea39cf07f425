import { checkpointsIndexKey, checkpointsKey, CONTROL_CHANNEL, eventsOfLines, runChannel, sessionKey } from '@parley/contracts';
import { cardOf } from '../test/test-card.js';
import { redisNow } from '../test/redis-now.js';
import { refusalOf, type TestStore } from '../test/test-store.js';
import { epochOf } from '../test/turn-start-of.js';
import { until } from '../test/until.js';
import { useRedis } from '../test/use-redis.js';

const redis = useRedis();
let store: TestStore;
beforeAll(async () => (store = await redis.store()));

/** Where Redis's clock stood still, the epoch of the deleted session stays for a few ms. */
const untilNoKeys = (session: { keys(): Promise<string[]> }) => until(async () => (await session.keys()).length === 0, 1000);

describe('deleting a session', () => {
  test('with messages, cards, ended runs, idempotency keys and checkpoints → no key with its id remains, and all calls are 404', async () => {
    const session = store.session();
    await session.talk('hello', 'hi');
    await session.chat('more', { idempotency: { key: 'k1', fingerprint: 'f' } });
    await (await session.claim(await session.chat('and more', { idempotency: { key: 'k2', fingerprint: 'f' } }))).asks(cardOf());
    await store.redis.hset(checkpointsKey(session.threadId), 'c', 'x');
    await store.redis.zadd(checkpointsIndexKey(session.threadId), 0, 'c');
    expect((await session.keys()).length).toBeGreaterThan(10);
    expect(await session.delete()).toBeNull();
    await untilNoKeys(session);
    const calls = [session.get(), session.messages(), session.pendingCard(), session.abort(), session.find(), session.delete()];
    for (const call of calls) expect((await refusalOf(call)).code).toBe('session_not_found');
    const { items } = await store.call('session.list', { tenant_id: 'default', owner: '-', limit: 100 });
    expect(items.map(({ session_id }) => session_id)).not.toContain(session.sessionId);
  });

  test('a turn is running → its followers hear preempted (aborted), its worker is told, and then it is gone', async () => {
    const session = store.session();
    const run = await session.chat('hello');
    const [log, control] = [await redis.hear(runChannel(run.run_id)), await redis.hear(CONTROL_CHANNEL)];
    await (await session.claim(run)).says('so far');
    await session.delete();
    expect(eventsOfLines(await log.message('preempted'))).toEqual([{ event: 'preempted', data: { reason: 'aborted' }, seq: 3 }]);
    expect(JSON.parse(await control.message(run.run_id))).toEqual({ type: 'cancel', run_id: run.run_id });
    await untilNoKeys(session);
  });

  test('a worker that does not know yet → its append, rewind, end, claim and close are refused, and leave nothing behind', async () => {
    const session = store.session();
    const run = await session.chat('hello');
    const zombie = await session.claim(run);
    await session.delete();
    expect(await zombie.says('late')).toEqual({ outcome: 'closed' });
    expect(await zombie.rewinds(1, '')).toEqual({ outcome: 'closed' });
    expect(await zombie.asks(cardOf())).toEqual({ outcome: 'closed' });
    expect(await session.tryClaim(run, { epoch: epochOf(run) })).toEqual({ outcome: 'closed' });
    expect(await session.close(run.run_id, { attempt: 1 })).toEqual({ closed: false });
    await untilNoKeys(session);
  });

  test('twice at once → one deletes it, the other finds none', async () => {
    const session = store.session();
    await session.talk('hello', 'hi');
    const other = session.through(await redis.store());
    const outcomes = await Promise.allSettled([session.delete(), other.delete()]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});

describe('a session made anew under the same id', () => {
  test('it starts from nothing, and the old worker is shut out of it', async () => {
    const session = store.session();
    const old = await session.chat('hello');
    const zombie = await session.claim(old);
    await session.delete();
    const run = await session.chat('anew');
    expect(run.turn).toBe(1);
    expect(epochOf(run)).toBeGreaterThan(epochOf(old));
    expect(await zombie.says('late')).toEqual({ outcome: 'closed' });
    expect(await zombie.completes()).toEqual({ outcome: 'closed' });
    expect(await session.tryClaim(old, { epoch: epochOf(old) })).toEqual({ outcome: 'closed' });
    const worker = await session.claim(run);
    expect(worker.claim).toMatchObject({ attempt: 1, history: [], answers: [] });
    await worker.says('hi');
    await worker.completes();
    expect((await session.messages()).items.map(({ content }) => content)).toEqual(['anew', 'hi']);
  });

  test.each(['a message', 'session.create'])(
    'made by %s in the very millisecond of the old one, or under a clock that went back → a greater epoch',
    async (how) => {
      const session = store.session();
      await session.chat('hello');
      const ahead = (await redisNow(store.redis)) + 60_000;
      await store.redis.hset(sessionKey(session.threadId), 'epoch', ahead);
      await session.delete();
      expect(await session.keys()).toHaveLength(1);
      if (how === 'session.create') await session.create();
      expect(epochOf(await session.chat('anew'))).toBe(ahead + 1);
    },
  );

  test('start, claim, delete, start in a row, 50 times → no epoch ever comes twice', async () => {
    const session = store.session();
    const epochs = [];
    for (let n = 0; n < 50; n += 1) {
      const run = await session.chat('hello');
      epochs.push(epochOf(run));
      await session.delete();
    }
    expect(epochs).toEqual([...new Set(epochs)].sort((a, b) => a - b));
  });

  test('what a lapsed session left behind → is no part of the new one', async () => {
    const session = store.session();
    for (let n = 1; n <= 3; n += 1) await session.talk(`m${n}`, `a${n}`);
    await store.redis.hset(checkpointsKey(session.threadId), 'c', 'x');
    await store.redis.del(sessionKey(session.threadId));
    expect(await session.chat('anew')).toMatchObject({ outcome: 'started', turn: 1 });
    expect((await session.messages()).items.map(({ content }) => content)).toEqual(['anew']);
    expect(await store.redis.exists(checkpointsKey(session.threadId))).toBe(0);
  });

  test('it is made anew before the old one has left the list → it stays in the list', async () => {
    const session = store.session();
    await session.create();
    const other = session.through(await redis.store());
    const zrem = store.redis.zrem.bind(store.redis);
    const leaving = jest.spyOn(store.redis, 'zrem').mockImplementationOnce(async (key, members) => {
      await other.chat('anew');
      return zrem(key, members);
    });
    await session.delete();
    leaving.mockRestore();
    const { items } = await store.call('session.list', { tenant_id: 'default', owner: '-', limit: 100 });
    expect(items.map(({ session_id }) => session_id)).toContain(session.sessionId);
  });

  test('deleted and made anew at once → whichever came last, a session that is there is in the list', async () => {
    const other = await redis.store();
    for (let n = 0; n < 30; n += 1) {
      const session = store.session();
      await session.create();
      await Promise.all([session.delete(), session.through(other).chat('anew')]);
      const exists = await session.get().then(
        () => true,
        () => false,
      );
      const { items } = await store.call('session.list', { tenant_id: 'default', owner: '-', limit: 100 });
      expect(items.some(({ session_id }) => session_id === session.sessionId)).toBe(exists);
    }
  });
});
