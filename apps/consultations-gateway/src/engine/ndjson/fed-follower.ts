import type { NumberedEvent } from '@parley/contracts';
import { RunFollower, type RunLogReader, type RunRef } from '@parley/run-log';

export interface FedFollowerOptions {
  signal: AbortSignal;
  /** How often the log is looked at: what is neither offered nor nudged for is missed for at most that long. */
  lookMs?: number;
}

/** How often the log is looked at once it is all there is: what a reader takes for live. */
const FROM_LOG_MS = 150;

/**
 * Follows a run whose events reach this process some other way than Pub/Sub: nothing is subscribed. The log decides here,
 * too; what is offered is only faster.
 */
export class FedFollower {
  readonly follower: RunFollower;
  private readonly ended = new AbortController();
  private looking?: NodeJS.Timeout;

  constructor(
    private readonly run: RunRef,
    private readonly reader: RunLogReader,
    { signal, lookMs = 1000 }: FedFollowerOptions,
  ) {
    this.ended.signal.addEventListener('abort', () => clearInterval(this.looking));
    this.lookEvery(lookMs);
    this.follower = new RunFollower(run, reader, { afterSeq: 0, signal }, () => this.ended.abort());
  }

  /** Aborts when the following has ended, however it did. */
  get over(): AbortSignal {
    return this.ended.signal;
  }

  /** Nothing more will be offered: from now on the log is all there is. */
  goOnFromLog(): void {
    this.follower.nudge();
    this.lookEvery(FROM_LOG_MS);
  }

  /** The last event there will be, where the log cannot say it. */
  finishWith(event: NumberedEvent): void {
    this.follower.offer([event], 0);
  }

  private lookEvery(ms: number): void {
    clearInterval(this.looking);
    if (this.over.aborted) return;
    this.looking = setInterval(() => void this.look(), ms);
    this.looking.unref();
  }

  private async look(): Promise<void> {
    try {
      if (this.follower.isBehind(await this.reader.head(this.run))) this.follower.nudge();
    } catch {
      this.follower.nudge(); // The follower decides how long it bears it.
    }
  }
}
