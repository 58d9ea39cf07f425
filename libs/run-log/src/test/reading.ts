import type { NumberedEvent } from '@parley/contracts';
import type { RunFollower } from '../run-follower.js';
import type { RunFollowers } from '../run-followers.js';
import type { TestRun } from './test-run.js';

/** Somebody who follows a run, pulls when told to or all the time, and keeps what came. */
export class Reading {
  readonly events: NumberedEvent[] = [];
  private pulling?: Promise<NumberedEvent[]>;
  private waiters: { seq: number; resolve: () => void }[] = [];

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
    for (const { seq, resolve } of this.waiters) if (seq <= this.follower.lastSeq) resolve();
    return !done;
  }

  /** Pulls from now on, as soon as the last pull is answered. */
  keepPulling(): void {
    this.pulling = this.pullOn();
    this.pulling.catch(() => undefined); // It is `toEnd` that tells.
  }

  /** Resolves when it has event `seq`. */
  async until(seq: number): Promise<void> {
    if (this.pulling && this.follower.lastSeq < seq) return new Promise((resolve) => this.waiters.push({ seq, resolve }));
    while (this.follower.lastSeq < seq) if (!(await this.pull())) throw new Error(`ended before event ${seq}`);
  }

  /** All that came, when the follower has ended. */
  async toEnd(): Promise<NumberedEvent[]> {
    return this.pulling ?? this.pullOn();
  }

  private async pullOn(): Promise<NumberedEvent[]> {
    while (await this.pull());
    return this.events;
  }
}
