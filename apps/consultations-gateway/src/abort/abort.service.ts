import { Inject, Injectable } from '@nestjs/common';
import type { RunId, ThreadId } from '@parley/contracts';
import { type AppLogger, LOGGER, StoreClient } from '@parley/platform';
import { ENGINE_TRANSPORT, type EngineTransport } from '../engine/engine-transport.js';

export interface Aborted {
  aborted: boolean;
  run_id?: RunId;
}

/** Stops turns. The store closes the run's log and tells the engine; whoever follows the run sees `preempted`. */
@Injectable()
export class AbortService {
  constructor(
    private readonly store: StoreClient,
    @Inject(ENGINE_TRANSPORT) private readonly transport: EngineTransport,
    @Inject(LOGGER) private readonly logger: AppLogger,
  ) {}

  /** Without `runId` whichever is active, and those that wait behind it. Throws `session_not_found`. */
  async abort(threadId: ThreadId, runId: RunId | undefined): Promise<Aborted> {
    const request = { thread_id: threadId, ...(runId && { run_id: runId }), reason: 'aborted' } as const;
    const { next, ...aborted } = await this.store.call('turn.abort', request);
    if (next) {
      await this.transport.dispatchAgain(next).catch((err: unknown) => {
        this.logger.warn({ err, run_id: next.id }, 'a turn that has begun could not be dispatched; who follows it does it');
      });
    }
    return aborted;
  }
}
