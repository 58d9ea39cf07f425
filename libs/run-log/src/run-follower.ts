import { isTerminal, ParleyError, type NumberedEvent } from '@parley/contracts';
import { eventsAfter, LiveBuffer } from './live-buffer.js';
import type { RunLogHead, RunLogReader } from './run-log-reader.js';
import type { RunRef } from './run-ref.js';

export interface FollowerOptions {
  /** The last event the caller already has; 0 = from the start. */
  afterSeq: number;
  /** Ends the following; the iterator then finishes without an error. */
  signal: AbortSignal;
}

/** How much a follower keeps of what comes live while its reader is busy. */
const BUFFER_BYTES = 256 * 1024;
/** For how long the run log may be unreachable before a follower gives up. */
const OUTAGE_MS = 10_000;
/** A deleted session's runs end before their logs go: for how long what they said last may still be on its way. */
const LAST_WORDS_MS = 1000;

/**
 * One reader of one run: batches of events in order, without hole or duplicate, ending after the terminal event.
 *
 *     catching up ──(the log has nothing more)──▶ live ──(hole, overflow, nudge)──▶ catching up
 *
 * What comes live is only the fast path; the log decides. Throws `run_expired` when the log is gone and
 * `store_unavailable` when it cannot be read for `OUTAGE_MS`. Pulled by one consumer.
 */
export class RunFollower implements AsyncIterableIterator<NumberedEvent[]> {
  lastSeq: number;
  private readonly live = new LiveBuffer(BUFFER_BYTES);
  private catchingUp = true;
  private finished = false;
  private failingSince?: number;
  private goneSince?: number;
  private lastWords?: NodeJS.Timeout;
  private wake?: () => void;
  private stop?: () => void;
  private readonly onAbort = (): void => this.close();

  constructor(
    readonly run: RunRef,
    private readonly reader: RunLogReader,
    private readonly options: FollowerOptions,
    private readonly onClose: (follower: RunFollower) => void,
  ) {
    this.lastSeq = options.afterSeq;
    options.signal.addEventListener('abort', this.onAbort, { once: true });
    if (options.signal.aborted) this.close();
  }

  /** Events as they come live, in order; `bytes` as they came. */
  offer(events: NumberedEvent[], bytes: number): void {
    if (this.finished) return;
    this.live.put(events, bytes);
    this.wakeUp();
  }

  /** The log is ahead of this follower, or closed, or may be: look at it. */
  nudge(): void {
    this.catchingUp = true;
    this.wakeUp();
  }

  /** The log stands at `head`, as somebody has just read: look at it if there may be something new. */
  compare(head: RunLogHead | undefined): void {
    this.failingSince = undefined;
    if (this.isBehind(head)) this.nudge();
  }

  /** Whether the log, standing at `head`, has something that this follower does not know. */
  isBehind(head: RunLogHead | undefined): boolean {
    return head?.status !== 'open' || head.lastSeq > this.lastSeq;
  }

  async next(): Promise<IteratorResult<NumberedEvent[], undefined>> {
    while (!this.finished) {
      const events = this.takeLive() ?? (await this.readLog());
      if (events && !this.finished) return this.deliver(events);
      if (!this.finished && !this.catchingUp && this.live.isEmpty) await this.untilWoken();
    }
    return { done: true, value: undefined };
  }

  async return(): Promise<IteratorResult<NumberedEvent[], undefined>> {
    this.close();
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /** Stops following. Safe to call twice, and while a `next()` is pending: that one then finishes. */
  close(): void {
    if (this.finished) return;
    this.finished = true;
    this.options.signal.removeEventListener('abort', this.onAbort);
    clearTimeout(this.lastWords);
    this.onClose(this);
    this.stop?.();
    this.wakeUp();
  }

  private deliver(events: NumberedEvent[]): IteratorResult<NumberedEvent[], undefined> {
    const newest = events.at(-1);
    if (newest) {
      this.lastSeq = newest.seq;
      this.failingSince = undefined;
      if (isTerminal(newest)) this.close();
    }
    return { done: false, value: events };
  }

  private takeLive(): NumberedEvent[] | undefined {
    const { events, overflowed } = this.live.take();
    const { next, gap } = eventsAfter(this.lastSeq, events);
    if (gap || overflowed) this.catchingUp = true;
    return next.length > 0 ? next : undefined;
  }

  /** The next events of the log while catching up; back to live once it has no more. */
  private async readLog(): Promise<NumberedEvent[] | undefined> {
    if (!this.catchingUp) return undefined;
    try {
      // What is nudged or offered from here on is seen: this flag is only lowered before the log is looked at.
      this.catchingUp = false;
      const events = await this.orStopped(this.readOn());
      if (events) this.catchingUp = true;
      this.failingSince = undefined;
      return events;
    } catch (error) {
      this.failOrWait(error);
      return undefined;
    }
  }

  /** Undefined where the log ends at `lastSeq`; a log that does not hold what its head says is as good as gone. */
  private async readOn(): Promise<NumberedEvent[] | undefined> {
    const events = await this.reader.read(this.run, this.lastSeq);
    if (events.length > 0) return this.checkNext(events);
    const head = await this.reader.head(this.run);
    if (!head) return this.awaitLastWords();
    // Appended since we read, or never there to be read.
    if (head.lastSeq > this.lastSeq) return this.checkNext(await this.reader.read(this.run, this.lastSeq));
    if (head.status === 'closed' && head.lastSeq < this.lastSeq) throw this.expired();
    if (head.status === 'closed') this.close();
    return undefined;
  }

  /** The log is gone. What was published before it went may come live; after that nothing will. */
  private awaitLastWords(): undefined {
    this.goneSince ??= performance.now();
    if (performance.now() - this.goneSince >= LAST_WORDS_MS) throw this.expired();
    this.lastWords ??= setTimeout(() => this.nudge(), LAST_WORDS_MS + 1);
    return undefined;
  }

  private checkNext(events: NumberedEvent[]): NumberedEvent[] {
    if (events[0]?.seq !== this.lastSeq + 1) throw this.expired();
    return events;
  }

  private expired(): ParleyError {
    return new ParleyError('run_expired', { detail: `The log of run ${this.run.runId} is gone.` });
  }

  /** The log cannot be read: whoever looks after this follower nudges it again within a second. */
  private failOrWait(error: unknown): void {
    if (this.finished) return;
    this.failingSince ??= Date.now();
    const isOutage = !(error instanceof ParleyError);
    if (isOutage && Date.now() - this.failingSince < OUTAGE_MS) return;
    this.close();
    throw isOutage ? new ParleyError('store_unavailable', {}, { cause: error }) : error;
  }

  /** Redis may take its time to answer; a follower that was closed doesn't wait for it. */
  private orStopped<T>(work: Promise<T>): Promise<T | undefined> {
    return Promise.race([work, new Promise<undefined>((resolve) => (this.stop = () => resolve(undefined)))]);
  }

  private untilWoken(): Promise<void> {
    return new Promise((resolve) => (this.wake = resolve));
  }

  private wakeUp(): void {
    this.wake?.();
    this.wake = undefined;
  }
}
