import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { type HandoffMessage, type Lang, ParleyError, type RunEventOf } from '@parley/contracts';
import { type AppLogger, LOGGER, StoreClient } from '@parley/platform';
import type { RunRef } from '@parley/run-log';
import { GatewayConfig } from '../config.js';
import { errorEvent } from '../runs/error-event.js';

/** What a run was closed with, and where its log stood. */
export interface Closing {
  event: RunEventOf<'error'>;
  lastSeq: number;
}

/** Ends runs that no worker has taken and none will: the connection on which one would have come broke. */
@Injectable()
export class OrphanedRuns {
  constructor(
    private readonly store: StoreClient,
    private readonly config: GatewayConfig,
    @Inject(LOGGER) private readonly logger: AppLogger,
  ) {}

  /**
   * Looks until the run has ended (resolves with nothing), or `signal` aborts; closes it with `engine_unavailable` where no
   * worker has taken it. One that was taken may be handed back or taken over: for those that are not, the watch cares.
   */
  async closeWhenOrphaned(run: RunRef, handoff: HandoffMessage, signal: AbortSignal): Promise<Closing | undefined> {
    const event = errorEvent('engine_unavailable', { language: handoff.headers.language as Lang, traceId: handoff.traceId });
    while (!signal.aborted) {
      const outcome = await this.tryToClose(run, event);
      if (outcome === 'ended') return undefined;
      if (outcome !== 'held') return outcome;
      await delay(this.config.STALL_DETECT_MS / 2, undefined, { signal, ref: false }).catch(() => undefined);
    }
    return undefined;
  }

  private async tryToClose({ threadId, runId }: RunRef, event: RunEventOf<'error'>): Promise<Closing | 'held' | 'ended'> {
    const run = { thread_id: threadId, run_id: runId };
    try {
      const head = await this.store.call('turn.find', run);
      if (head.status === 'closed') return 'ended';
      if (head.attempt > 0) return 'held';
      const when = { attempt: 0 };
      const { closed } = await this.store.call('turn.close', { ...run, event, when });
      return closed ? { event, lastSeq: head.last_seq } : 'held';
    } catch (error) {
      if (isGone(error)) return 'ended';
      this.logger.warn({ run_id: runId, err: error }, 'a run whose worker may be gone could not be closed yet');
      return 'held';
    }
  }
}

/** Its session was deleted meanwhile, or its log has expired. */
const isGone = (error: unknown): boolean =>
  error instanceof ParleyError && (error.code === 'run_expired' || error.code === 'session_not_found');
