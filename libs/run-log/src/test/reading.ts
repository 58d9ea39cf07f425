import type { NumberedEvent } from '@parley/contracts';
import type { RunFollower } from '../run-follower.js';
import type { RunFollowers } from '../run-followers.js';
import type { TestRun } from './test-run.js';

/** Somebody who follows a run, pulls when told to, and keeps what came. */
export class Reading {
  readonly events: NumberedEvent[] = [];

  private constructor(
    readonly follower: RunFollower,
    private readonly aborting: AbortController,
  ) {}

  static async of(followers: RunFollowers, run: TestRun, afterSeq = 0, aborting = new AbortController()): Promise<Reading> {
    return new Reading(await followers.follow(run.ref, { afterSeq, signal: aborting.signal }), aborting);
  }

  leave(): void {
    this.aborting.abort();
  }

  /** One pull; false when the follower has ended. */
  async pull(): Promise<boolean> {
    const { done, value } = await this.follower.next();
    if (value) this.events.push(...value);
    return !done;
  }

  /** Pulls until it has event `seq`. */
  async until(seq: number): Promise<void> {
    while (this.follower.lastSeq < seq) if (!(await this.pull())) throw new Error(`ended before event ${seq}`);
  }

  async toEnd(): Promise<NumberedEvent[]> {
    while (await this.pull());
    return this.events;
  }
}
