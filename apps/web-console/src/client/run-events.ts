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
  isReplayed: boolean;
  events: RecordedEvent[];
}

/** What the runs of each session said, as this page heard it. Of a session the latest runs are kept. */
export class RunEvents {
  readonly #sessions = new Map<string, Map<string, Recording>>();
  readonly #replays = new Set<string>();
  readonly #listeners = new Set<() => void>();

  /** Events come in order; one that was heard before, over another connection, is the same one. */
  record(sessionId: string, runId: string, event: RecordedEvent): void {
    const runs = this.#sessions.get(sessionId) ?? new Map<string, Recording>();
    this.#sessions.set(sessionId, runs);
    const run = runs.get(runId) ?? { isReplayed: this.#replays.has(runId), events: [] };
    runs.set(runId, run);
    if (event.seq <= (run.events.at(-1)?.seq ?? 0)) return;
    run.events.push(event);
    const [oldest] = runs.keys();
    if (runs.size > KEPT_RUNS && oldest !== undefined) runs.delete(oldest);
    this.#tell();
  }

  /** What comes of this run comes from its log. */
  expectReplay(runId: string): void {
    this.#replays.add(runId);
  }

  of(sessionId: string): RecordedRun[] {
    return [...(this.#sessions.get(sessionId) ?? [])].map(([runId, { isReplayed, events }]) => ({
      runId,
      isReplayed,
      events: [...events],
    }));
  }

  clear(sessionId: string): void {
    this.#sessions.delete(sessionId);
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
