import { CONTROL_CHANNEL, runLeaseKey } from '@parley/contracts';
import type { TestStore } from '../test/test-store.js';
import { epochOf, newRunId } from '../test/turn-start-of.js';
import { useRedis } from '../test/use-redis.js';

const redis = useRedis();
let store: TestStore;
beforeAll(async () => (store = await redis.store()));

describe('a close by somebody who does not hold the run', () => {
  test('nobody has taken it, as the closer saw → closed with its event, and it is never given to a worker', async () => {
    const session = store.session();
    const run = await session.chat('hello');
    expect(await session.close(run.run_id, { attempt: 0 })).toEqual({ closed: true });
    expect(await session.lastEvent(run.run_id)).toMatchObject({ event: 'error', data: { code: 'engine_unavailable' } });
    expect(await session.tryClaim(run, { epoch: epochOf(run) })).toEqual({ outcome: 'closed' });
  });

  test('a worker has taken it since → refused', async () => {
    const session = store.session();
    const run = await session.chat('hello');
    const worker = await session.claim(run);
    expect(await session.close(run.run_id, { attempt: 0 })).toEqual({ closed: false });
    expect(await worker.completes()).toEqual({ outcome: 'ended' });
  });

  test('the lease holds → refused; the lease has lapsed → closed, and the worker is told and shut out', async () => {
    const session = store.session();
    const heard = await redis.hear(CONTROL_CHANNEL);
    const run = await session.chat('hello');
    const worker = await session.claim(run, { lease_ms: 60_000 });
    await worker.says('so far');
    const watchdog = { attempt: 1, lease_lapsed: true };
    expect(await session.close(run.run_id, watchdog)).toEqual({ closed: false });
    await store.redis.del(runLeaseKey(session.threadId, run.run_id));
    expect(await session.close(run.run_id, watchdog)).toEqual({ closed: true });
    await heard.message(run.run_id);
    expect(await worker.completes()).toEqual({ outcome: 'closed' });
    expect((await session.messages()).items[1]).toMatchObject({ content: 'so far', failed: true });
  });

  test('the lease has lapsed, but another worker took over → refused', async () => {
    const session = store.session();
    const run = await session.chat('hello');
    await session.claim(run);
    await session.takeOver(run);
    await store.redis.del(runLeaseKey(session.threadId, run.run_id));
    expect(await session.close(run.run_id, { attempt: 1, lease_lapsed: true })).toEqual({ closed: false });
  });

  test('a run that has ended, never was, or whose session is unknown → refused, and nothing is created', async () => {
    const session = store.session();
    const run = await session.talk('hello', 'hi');
    expect(await session.close(run.run_id, { attempt: 1 })).toEqual({ closed: false });
    expect(await session.close(newRunId(), { attempt: 0 })).toEqual({ closed: false });
    const unknown = store.session();
    expect(await unknown.close(newRunId(), { attempt: 0 })).toEqual({ closed: false });
    expect(await unknown.keys()).toEqual([]);
  });
});
