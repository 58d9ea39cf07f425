import { Inject, Injectable } from '@nestjs/common';
import { ParleyError, type Lang, type RunHead } from '@parley/contracts';
import { type AppLogger, LOGGER, StoreClient } from '@parley/platform';
import type { RunHealth, RunRef } from '@parley/run-log';
import { GatewayConfig } from '../config.js';
import { ENGINE_TRANSPORT, type EngineTransport } from '../engine/engine-transport.js';
import { errorEvent } from './error-event.js';

/** What the watch remembers of a run between two looks. */
export interface Watched {
  run: RunRef;
  /** For what has to be said in the run's place. */
  language: Lang;
  traceId: string;
  /** Since when this attempt's lease has been over, or the run has been waiting (ms, monotonic). */
  since?: { attempt: number; at: number };
}

/**
 * Sees to it that a run that is followed comes to its end, whoever dies: closes what is past its deadline, closes what has
 * lost its worker and found no other, and enqueues again what nobody has taken. Each is decided by the store once more.
 */
@Injectable()
export class RunWatch {
  constructor(
    private readonly store: StoreClient,
    private readonly config: GatewayConfig,
    @Inject(ENGINE_TRANSPORT) private readonly transport: EngineTransport,
    @Inject(LOGGER) private readonly logger: AppLogger,
  ) {}

  /** Never throws: what can't be done now is done at the next look. */
  async look(watched: Watched, health: RunHealth): Promise<void> {
    try {
      await this.act(watched, health);
    } catch (err) {
      this.logger.debug({ err, run_id: watched.run.runId }, 'a run could not be looked after');
    }
  }

  /** The last viewer of a run without grace has left. The store looks again: somebody may have come back this very moment. */
  async cancelUnwatched({ threadId, runId }: RunRef): Promise<void> {
    await this.store.call('turn.abort', { thread_id: threadId, run_id: runId, reason: 'disconnected' });
  }

  private async act(watched: Watched, { attempt, isHeld, isOverdue }: RunHealth): Promise<void> {
    if (isOverdue) return void (await this.find(watched));
    if (isHeld) return void (watched.since = undefined);
    if (watched.since?.attempt !== attempt) watched.since = { attempt, at: performance.now() };
    const { STALL_DETECT_MS } = this.config;
    const waitedMs = performance.now() - watched.since.at;
    // The lease itself has run for a third of the time that a run may be without a worker.
    if (attempt > 0 && waitedMs > 2 * STALL_DETECT_MS) await this.close(watched, attempt);
    if (attempt === 0 && waitedMs > STALL_DETECT_MS) await this.enqueueAgain(watched);
  }

  /** Reading an overdue run closes it. */
  private async find({ run }: Watched): Promise<RunHead | undefined> {
    try {
      return await this.store.call('turn.find', { thread_id: run.threadId, run_id: run.runId });
    } catch (error) {
      if (error instanceof ParleyError && error.code !== 'store_unavailable') return undefined;
      throw error;
    }
  }

  private async close({ run, language, traceId }: Watched, attempt: number): Promise<void> {
    const event = errorEvent('engine_unavailable', { language, traceId });
    const when = { attempt, lease_lapsed: true };
    const { closed } = await this.store.call('turn.close', { thread_id: run.threadId, run_id: run.runId, event, when });
    if (closed) this.logger.warn({ run_id: run.runId, attempt }, 'closed a run whose worker is gone');
  }

  private async enqueueAgain(watched: Watched): Promise<void> {
    watched.since = undefined;
    const head = await this.find(watched);
    if (head?.handoff) await this.transport.dispatchAgain(head.handoff);
  }
}
