import { sizeOf } from './size-of.js';

/** One event of a run, and when this page got it. */
export interface RecordedEvent {
  /** Milliseconds since 1970. */
  at: number;
  seq: number;
  event: string;
  data: unknown;
}

export interface RecordedRun {
  runId: string;
  /** Whether it was read from the log: its times tell nothing about the run then. */
  isReplayed: boolean;
  events: readonly RecordedEvent[];
  /** How many of its events were too much to be kept: the first ones. */
  dropped: number;
}

export interface RunEventsLimits {
  runs: number;
  /** In characters, of all runs. */
  size: number;
}

/** A page may stay open for days, whether anybody looks at its events or not. */
const LIMITS: RunEventsLimits = { runs: 20, size: 8_000_000 };

interface Recording {
  sessionId: string;
  isReplayed: boolean;
  events: RecordedEvent[];
  sizes: number[];
  size: number;
  dropped: number;
}

/** What runs said, as this page heard it. The latest runs are kept, of whatever session, as far as they are not too much. */
export class RunEvents {
  readonly #runs = new Map<string, Recording>();
  readonly #replays = new Set<string>();
  readonly #listeners = new Set<() => void>();
  #size = 0;

  constructor(private readonly limits: RunEventsLimits = LIMITS) {}

  /** Events come in order; one that was heard before, over another connection, is the same one. */
  record(sessionId: string, runId: string, event: RecordedEvent): void {
    const run = this.#runs.get(runId) ?? this.#begin(sessionId, runId);
    if (event.seq <= (run.events.at(-1)?.seq ?? 0)) return;
    const size = sizeOf(event.data);
    run.events.push(event);
    run.sizes.push(size);
    run.size += size;
    this.#size += size;
    this.#makeRoom();
    this.#tell();
  }

  /** What comes of this run comes from its log, until the answer is called. */
  expectReplay(runId: string): () => void {
    this.#replays.add(runId);
    return () => void this.#replays.delete(runId);
  }

  of(sessionId: string): RecordedRun[] {
    return [...this.#runs]
      .filter(([, run]) => run.sessionId === sessionId)
      .map(([runId, { isReplayed, events, dropped }]) => ({ runId, isReplayed, events: [...events], dropped }));
  }

  clear(sessionId: string): void {
    for (const { runId } of this.of(sessionId)) this.#drop(runId);
    this.#tell();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  #begin(sessionId: string, runId: string): Recording {
    const run = { sessionId, isReplayed: this.#replays.has(runId), events: [], sizes: [], size: 0, dropped: 0 };
    this.#runs.set(runId, run);
    return run;
  }

  /** The oldest run goes first; of the only one its oldest half, so that there is room for a while. */
  #makeRoom(): void {
    const [[oldestId, oldest] = []] = this.#runs;
    const isTooMuch = this.#runs.size > this.limits.runs || this.#size > this.limits.size;
    if (oldestId === undefined || !oldest || !isTooMuch) return;
    if (this.#runs.size > 1) this.#drop(oldestId);
    else if (oldest.events.length > 1) {
      const count = oldest.events.length >> 1;
      const size = oldest.sizes.splice(0, count).reduce((sum, each) => sum + each, 0);
      oldest.events.splice(0, count);
      oldest.dropped += count;
      oldest.size -= size;
      this.#size -= size;
    } else return;
    this.#makeRoom();
  }

  #drop(runId: string): void {
    this.#size -= this.#runs.get(runId)?.size ?? 0;
    this.#runs.delete(runId);
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
