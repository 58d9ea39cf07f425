import { runKey, runLeaseKey, runViewersKey } from '@parley/contracts';
import { RUN_FRAGMENTS } from './fragments.js';
import type { RunRef } from './run-ref.js';
import { Script, type RedisClient } from './script.js';

const VIEW = Script.load(new URL('../lua/view.lua', import.meta.url), 3, RUN_FRAGMENTS);

/** How an open run is, as its viewer finds it. */
export interface RunHealth {
  /** How many workers have taken it; 0 = it waits for one. */
  attempt: number;
  /** Its worker was alive lately. Without a worker: false. */
  isHeld: boolean;
  /** Whoever looks at its session closes it. */
  isOverdue: boolean;
}

/**
 * Who follows a run, across all gateways. A viewer is there for as long as it said last, so that one whose process was
 * killed is missed, too. A run that nobody has followed for its grace is cancelled by its worker (`RunLease`).
 */
export class RunViewers {
  constructor(private readonly redis: RedisClient) {}

  /** Says that `viewer` is there for `leaseMs` from now. Undefined where the run has ended: there is nothing to say any more. */
  async stay(run: RunRef, viewer: string, leaseMs: number): Promise<RunHealth | undefined> {
    const answer = await this.view(run, viewer, Math.max(1, Math.ceil(leaseMs)));
    if (!Array.isArray(answer)) return undefined;
    const [attempt, held, overdue] = answer as [number, number, number];
    return { attempt, isHeld: held === 1, isOverdue: overdue === 1 };
  }

  /**
   * Says that `viewer` has left; the grace counts from now where it was the last one. True where that leaves the run to be
   * cancelled at once, as its grace is 0.
   */
  async leave(run: RunRef, viewer: string): Promise<boolean> {
    const answer = await this.view(run, viewer, 0);
    return Array.isArray(answer) && answer[3] === 1;
  }

  private view({ threadId, runId }: RunRef, viewer: string, leaseMs: number): Promise<unknown> {
    const keys = [runKey(threadId, runId), runViewersKey(threadId, runId), runLeaseKey(threadId, runId)];
    return VIEW.run(this.redis, keys, [viewer, String(leaseMs)]);
  }
}
