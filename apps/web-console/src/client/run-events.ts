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
}

const KEPT_RUNS = 20;

interface Recording {
  sessionId: string;
  isReplayed: boolean;
  events: RecordedEvent[];
}

/** What runs said, as this page heard it. The latest runs are kept, of whatever session. */
export class RunEvents {
  readonly #runs = new Map<string, Recording>();
  readonly #replays = new Set<string>();
  readonly #listeners = new Set<() => void>();

  /** Events come in order; one that was heard before, over another connection, is the same one. */
  record(sessionId: string, runId: string, event: RecordedEvent): void {
    const run = this.#runs.get(runId) ?? { sessionId, isReplayed: this.#replays.delete(runId), events: [] };
    if (event.seq <= (run.events.at(-1)?.seq ?? 0)) return;
    run.events.push(event);
    this.#runs.set(runId, run);
    const [oldest] = this.#runs.keys();
    if (this.#runs.size > KEPT_RUNS && oldest !== undefined) this.#runs.delete(oldest);
    this.#tell();
  }

  /** What comes of this run comes from its log. */
  expectReplay(runId: string): void {
    this.#replays.add(runId);
  }

  of(sessionId: string): RecordedRun[] {
    return [...this.#runs]
      .filter(([, run]) => run.sessionId === sessionId)
      .map(([runId, { isReplayed, events }]) => ({ runId, isReplayed, events: [...events] }));
  }

  clear(sessionId: string): void {
    for (const { runId } of this.of(sessionId)) this.#runs.delete(runId);
    this.#tell();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
