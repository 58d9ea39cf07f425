import { Inject, Injectable } from '@nestjs/common';
import type { HandoffMessage, RunId, ThreadId } from '@parley/contracts';
import { LOGGER, StoreClient, type AppLogger } from '@parley/platform';
import { errorEvent } from '../run/turn-outcome.js';

/** A job that Bull gave up, because its workers died again and again or the store was out of reach, must not leave its run open. */
@Injectable()
export class FailedJobs {
  constructor(
    private readonly store: StoreClient,
    @Inject(LOGGER) private readonly log: AppLogger,
  ) {}

  /** Never throws: a run that can't be closed now is closed by its deadline, or by who follows it. */
  async close(message: HandoffMessage | undefined, error: Error): Promise<void> {
    if (!message) return;
    this.log.error({ err: error, run_id: message.id }, 'a job failed');
    const run = { thread_id: message.sessionKey as ThreadId, run_id: message.id as RunId };
    try {
      const { attempt } = await this.store.call('turn.find', run);
      const event = errorEvent('engine_unavailable', message.headers.language === 'en' ? 'en' : 'zh', message.traceId);
      await this.store.call('turn.close', { ...run, event, when: { attempt, lease_lapsed: true } });
    } catch (err) {
      this.log.warn({ err, run_id: message.id }, 'the run of a failed job could not be closed');
    }
  }
}
