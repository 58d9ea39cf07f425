import type { RunId } from '@parley/contracts';
import type { HeldRun } from '@parley/run-log';
import { RunStopped } from './run-stopped.js';

export interface ActiveRun extends HeldRun {
  controller: AbortController;
}

/** The runs this process works on. One attempt of a run at a time: a new claim stops the older one here. */
export class ActiveRuns {
  private readonly runs = new Map<RunId, ActiveRun>();

  add(run: ActiveRun): void {
    this.runs.get(run.runId)?.controller.abort(new RunStopped('taken_over'));
    this.runs.set(run.runId, run);
  }

  remove(run: ActiveRun): void {
    if (this.runs.get(run.runId) === run) this.runs.delete(run.runId);
  }

  get(runId: RunId): ActiveRun | undefined {
    return this.runs.get(runId);
  }

  all(): ActiveRun[] {
    return [...this.runs.values()];
  }

  get size(): number {
    return this.runs.size;
  }
}
