import type { RunId } from '@parley/contracts';
import type { HeldRun } from '@parley/run-log';
import { RunStopped } from './run-stopped.js';

export interface ActiveRun extends HeldRun {
  controller: AbortController;
}

/** A run that is being claimed here: its answer is on its way, or it is waited for. */
export interface Claiming {
  readonly runId: RunId;
  /** The run was closed elsewhere meanwhile. */
  isCancelled: boolean;
}

/** The runs this process works on. One attempt of a run at a time: a new claim stops the older one here. */
export class ActiveRuns {
  /** This process ends: who has not got its run yet leaves it to another. */
  isLeaving = false;
  private readonly runs = new Map<RunId, ActiveRun>();
  private readonly claims = new Set<Claiming>();
  private readonly waiting = new Set<() => void>();

  /** From now on a cancel of this run is not missed, though nobody works on it yet. Ends with `endClaim`. */
  beginClaim(runId: RunId): Claiming {
    const claiming = { runId, isCancelled: false };
    this.claims.add(claiming);
    return claiming;
  }

  endClaim(claiming: Claiming): void {
    this.claims.delete(claiming);
    this.tellIfEmpty();
  }

  /** The run was closed elsewhere. Nothing happens where it is not here. */
  cancel(runId: RunId): void {
    this.runs.get(runId)?.controller.abort(new RunStopped('closed'));
    for (const claiming of this.claims) if (claiming.runId === runId) claiming.isCancelled = true;
  }

  add(run: ActiveRun): void {
    this.runs.get(run.runId)?.controller.abort(new RunStopped('taken_over'));
    this.runs.set(run.runId, run);
  }

  remove(run: ActiveRun): void {
    if (this.runs.get(run.runId) === run) this.runs.delete(run.runId);
    this.tellIfEmpty();
  }

  get(runId: RunId): ActiveRun | undefined {
    return this.runs.get(runId);
  }

  all(): ActiveRun[] {
    return [...this.runs.values()];
  }

  /** Resolves when there is none, nor any about to come, or after `timeoutMs`. */
  async whenEmpty(timeoutMs: number): Promise<void> {
    if (this.isEmpty) return;
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

  private get isEmpty(): boolean {
    return this.runs.size === 0 && this.claims.size === 0;
  }

  private tellIfEmpty(): void {
    if (this.isEmpty) this.waiting.forEach((resolve) => resolve());
  }
}
