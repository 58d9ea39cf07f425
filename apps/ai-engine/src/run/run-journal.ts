import { setTimeout as delay } from 'node:timers/promises';
import { MAX_EVENT_BYTES, ParleyError, type RunEvent } from '@parley/contracts';
import type { AppendBatch, AppendOutcome } from '@parley/run-log';
import type { ShownMark } from '../graph/thread-state.js';
import { RunStopped } from './run-stopped.js';
import { sizeOf, WaitingEvents } from './waiting-events.js';
import { WholeCharacters } from './whole-characters.js';

/** How the journal writes: `RunAppender`, bound to its run. */
export type AppendToLog = (batch: AppendBatch) => Promise<AppendOutcome>;

export interface JournalStart {
  runId: string;
  epoch: number;
  attempt: number;
  lastSeq: number;
  /** The text shown so far. */
  text: string;
}

const RETRY_MS = 100;

/**
 * All that one attempt says, in order: one append is in flight at a time, and what is emitted meanwhile goes into the
 * next one. So a slow talker costs one append per token and no wait, a fast one few.
 * When the log refuses, `onRefused` is called once with the reason, and everything after throws it. While Redis is away
 * it tries the same batch again until `signal` ends it; a batch is never in the log twice.
 */
export class RunJournal {
  private readonly waiting = new WaitingEvents();
  private writing?: Promise<void>;
  private acknowledgedSeq: number;
  private acknowledgedBytes: number;
  private shown: string;
  private refused?: Error;
  /** With a rewind at the head of what waits: how many bytes of shown text stay. */
  private keepTextBytes?: number;
  private readonly characters = new WholeCharacters();

  constructor(
    private readonly append: AppendToLog,
    private readonly start: JournalStart,
    private readonly signal: AbortSignal,
    private readonly onRefused: (reason: Error) => void,
  ) {
    this.acknowledgedSeq = start.lastSeq;
    this.shown = start.text;
    this.acknowledgedBytes = Buffer.byteLength(start.text);
  }

  /** The whole text shown, also what is still on its way to the log. */
  get text(): string {
    return this.shown;
  }

  /** Resolves when the event is on its way. Throws when the run is over, or `skill_failed` for an event beyond the limit. */
  async emit(event: RunEvent): Promise<void> {
    this.throwIfOver();
    if (event.event === 'token') {
      const text = this.characters.join(event.data.text, event.data.node);
      if (text === '') return;
      this.push({ ...event, data: { ...event.data, text } });
    } else this.push(event);
    // A model is read no faster than Redis takes what it says.
    if (this.waiting.isFull) await this.writing;
  }

  /** Forgets what an earlier attempt said after `mark`. Only as the very first thing. */
  rewind(mark: Pick<ShownMark, 'seq' | 'textBytes'>): void {
    this.shown = Buffer.from(this.shown).subarray(0, mark.textBytes).toString();
    this.acknowledgedBytes = mark.textBytes;
    this.keepTextBytes = mark.textBytes;
    this.push({ event: 'rewind', data: { to_seq: mark.seq, reason: 'worker_lost' } });
  }

  /** Waits until everything emitted is in the log; where it then stands. */
  async settled(): Promise<ShownMark> {
    while (this.writing) await this.writing;
    this.throwIfOver();
    return { runId: this.start.runId, seq: this.acknowledgedSeq, textBytes: this.acknowledgedBytes };
  }

  /** Waits until nothing is under way any more, also when the run is over; the last number that is in the log. */
  async drained(): Promise<number> {
    while (this.writing) await this.writing;
    return this.acknowledgedSeq;
  }

  private push(event: RunEvent): void {
    assertFits(event);
    if (event.event === 'token') this.shown += event.data.text;
    this.waiting.put(event);
    this.writing ??= this.write();
  }

  private async write(): Promise<void> {
    try {
      while (!this.waiting.isEmpty && !this.refused) await this.writeBatch(this.waiting.take());
    } finally {
      this.writing = undefined;
    }
  }

  private async writeBatch(events: RunEvent[]): Promise<void> {
    const { epoch, attempt } = this.start;
    const batch: AppendBatch = { epoch, attempt, firstSeq: this.acknowledgedSeq + 1, events, keepTextBytes: this.keepTextBytes };
    this.keepTextBytes = undefined;
    for (;;) {
      const outcome = await this.append(batch).catch((cause: unknown) => ({ outcome: 'unreachable' as const, cause }));
      switch (outcome.outcome) {
        case 'appended':
          this.acknowledgedSeq += events.length;
          this.acknowledgedBytes += Buffer.byteLength(textOf(events));
          return;
        case 'closed':
          return this.refuse(new RunStopped('closed'));
        case 'out_of_step':
          return this.refuse(logWentBack(this.acknowledgedSeq, outcome.lastSeq));
        case 'unreachable':
          if (this.signal.aborted) return this.refuse(this.signal.reason as Error);
          await delay(RETRY_MS);
      }
    }
  }

  private refuse(reason: Error): void {
    this.refused = reason;
    this.waiting.clear();
    this.onRefused(reason);
  }

  private throwIfOver(): void {
    if (this.refused) throw this.refused;
    this.signal.throwIfAborted();
  }
}

const textOf = (events: RunEvent[]): string => events.map((event) => (event.event === 'token' ? event.data.text : '')).join('');

function assertFits(event: RunEvent): void {
  // A code unit takes at most 6 bytes of JSON; only what may be too large is measured.
  if (sizeOf(event) * 6 <= MAX_EVENT_BYTES) return;
  const bytes = Buffer.byteLength(JSON.stringify(event));
  if (bytes <= MAX_EVENT_BYTES) return;
  const cause = new Error(`an event of ${bytes} bytes; at most ${MAX_EVENT_BYTES} are allowed`);
  throw new ParleyError('skill_failed', {}, { cause });
}

function logWentBack(known: number, found: number): ParleyError {
  return new ParleyError('store_unavailable', {}, { cause: new Error(`the run log ends at ${found}, not at ${known}`) });
}
