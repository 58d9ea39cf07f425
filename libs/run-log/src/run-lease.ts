import { runKey, runLeaseKey, runViewersKey } from '@parley/contracts';
import { RUN_FRAGMENTS } from './fragments.js';
import type { RunRef } from './run-ref.js';
import { Script, type RedisClient } from './script.js';

const LEASE = Script.load(new URL('../lua/lease.lua', import.meta.url), 3, RUN_FRAGMENTS);

/** One worker's hold on one run. */
export interface HeldRun extends RunRef {
  epoch: number;
  attempt: number;
}

/** `lost`: ended, or held by a newer attempt. `unwatched`: held, and nobody has followed it for its grace. */
export type LeaseState = 'held' | 'unwatched' | 'lost';

/** How the workers of this process say that they are alive: a run whose lease lapses may be taken over. */
export class RunLease {
  constructor(private readonly redis: RedisClient) {}

  async renew(run: HeldRun, leaseMs: number): Promise<LeaseState> {
    const answer = await this.write(run, Math.ceil(leaseMs));
    if (answer === -1) return 'lost';
    return answer === 1 ? 'unwatched' : 'held';
  }

  /** Gives a run back that goes on elsewhere: whoever takes it next need not wait. Does nothing where it is lost already. */
  async release(run: HeldRun): Promise<void> {
    await this.write(run, 0);
  }

  private write({ threadId, runId, epoch, attempt }: HeldRun, leaseMs: number): Promise<unknown> {
    const keys = [runKey(threadId, runId), runLeaseKey(threadId, runId), runViewersKey(threadId, runId)];
    return LEASE.run(this.redis, keys, [String(epoch), String(attempt), String(leaseMs)]);
  }
}
