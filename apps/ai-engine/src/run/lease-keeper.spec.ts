import { setTimeout as delay } from 'node:timers/promises';
import { ParleyError, type RunId, type ThreadId } from '@parley/contracts';
import type { AppLogger, StoreClient } from '@parley/platform';
import type { RedisClient } from '@parley/run-log';
import { EngineConfig } from '../config.js';
import { ActiveRuns } from './active-runs.js';
import { LeaseKeeper } from './lease-keeper.js';

/** What the lease script answers for a run that is held and that nobody has followed for its grace. */
const UNWATCHED = 1;

/** A keeper that renews every 40 ms one run that nobody follows. */
function keeper({ renew, abort }: { renew: () => Promise<number>; abort: () => Promise<{ aborted: boolean }> }): LeaseKeeper {
  const runs = new ActiveRuns();
  const run = { threadId: 'default:-:s1' as ThreadId, runId: 'chat-1' as RunId, epoch: 1, attempt: 1 };
  runs.add({ ...run, controller: new AbortController() });
  const config = Object.assign(new EngineConfig(), { STALL_DETECT_MS: 150 });
  const log = { debug: () => undefined, info: () => undefined } as unknown as AppLogger;
  const redis = { evalsha: renew } as unknown as RedisClient;
  return new LeaseKeeper(redis, runs, { call: abort } as unknown as StoreClient, config, log);
}

test('nobody follows its run, and the store is away → asked again with the next renewal', async () => {
  const [tries, isCancelled] = [{ count: 0 }, Promise.withResolvers<void>()];
  const leases = keeper({
    renew: async () => UNWATCHED,
    abort: async () => {
      tries.count += 1;
      if (tries.count < 3) throw new ParleyError('store_unavailable');
      isCancelled.resolve();
      return { aborted: true };
    },
  });
  leases.onApplicationBootstrap();
  await isCancelled.promise;
  leases.onApplicationShutdown();
  expect(tries.count).toBe(3);
}, 2000);

test('Redis was away until a moment ago → nobody is taken for gone yet', async () => {
  const [renewals, aborts, isOver] = [{ count: 0 }, { count: 0 }, Promise.withResolvers<void>()];
  const leases = keeper({
    renew: async () => {
      renewals.count += 1;
      if (renewals.count === 1) throw new Error('Connection is closed.');
      if (renewals.count === 6) isOver.resolve();
      return UNWATCHED;
    },
    abort: async () => {
      aborts.count += 1;
      return { aborted: true };
    },
  });
  leases.onApplicationBootstrap();
  await isOver.promise;
  await delay(0);
  leases.onApplicationShutdown();
  expect(aborts.count).toBe(0);
}, 2000);
