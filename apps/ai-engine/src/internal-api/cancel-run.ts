import { Injectable } from '@nestjs/common';
import type { RunId } from '@parley/contracts';
import { StoreClient } from '@parley/platform';
import { ActiveRuns } from '../run/active-runs.js';
import { QueueWorker } from '../worker/queue-worker.js';

/** Stops a run of which only the id is known. */
@Injectable()
export class CancelRun {
  constructor(
    private readonly activeRuns: ActiveRuns,
    private readonly queue: QueueWorker,
    private readonly store: StoreClient,
  ) {}

  /** True exactly when this call ended it. A run that neither this engine nor the queue knows is not found: false. */
  async cancel(runId: RunId): Promise<boolean> {
    const threadId = this.activeRuns.get(runId)?.threadId ?? (await this.queue.threadOf(runId));
    if (threadId === undefined) return false;
    const { aborted } = await this.store.call('turn.abort', { thread_id: threadId, run_id: runId, reason: 'aborted' });
    return aborted;
  }
}
