import type { RunId } from '@parley/contracts';
import type { HeldRun } from '@parley/run-log';
import { RunStopped } from './run-stopped.js';

export interface ActiveRun extends HeldRun {
  controller: AbortController;
}

/** The runs this process works on. One attempt of a run at a time: a new claim stops the older one here. */
export class ActiveRuns {
  private readonly runs = new Map<RunId, ActiveRun>();
  private readonly waiting = new Set<() => void>();

  add(run: ActiveRun): void {
    this.runs.get(run.runId)?.controller.abort(new RunStopped('taken_over'));
    this.runs.set(run.runId, run);
  }

  remove(run: ActiveRun): void {
    if (this.runs.get(run.runId) === run) this.runs.delete(run.runId);
    if (this.runs.size === 0) this.waiting.forEach((resolve) => resolve());
  }

  get(runId: RunId): ActiveRun | undefined {
    return this.runs.get(runId);
  }

  all(): ActiveRun[] {
    return [...this.runs.values()];
  }

  /** Resolves when there is none, or after `timeoutMs`. */
  async whenEmpty(timeoutMs: number): Promise<void> {
    if (this.runs.size === 0) return;
    let done: () => void = () => undefined;
    const empty = new Promise<void>((resolve) => this.waiting.add((done = resolve)));
    const timer = setTimeout(done, timeoutMs);
    await empty;
    clearTimeout(timer);
    this.waiting.delete(done);
  }

  get size(): number {
    return this.runs.size;
  }
}
