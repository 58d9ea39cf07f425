import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import type { HandoffMessage, RunId, ThreadId } from '@parley/contracts';
import { LOGGER, StoreClient, type AppLogger } from '@parley/platform';
import { EngineConfig } from '../config.js';
import { errorEvent } from '../run/turn-outcome.js';
import { unlessAway } from '../run/unless-away.js';

const RETRY_MS = 200;

/** A job that is given up, because its workers died again and again or the store was out of reach, must not leave its run open. */
@Injectable()
export class FailedJobs {
  constructor(
    private readonly store: StoreClient,
    private readonly config: EngineConfig,
    @Inject(LOGGER) private readonly log: AppLogger,
  ) {}

  /** Never throws, and waits while the store is away. A run that can't be closed is by its deadline, or by who follows it. */
  async close(message: HandoffMessage | undefined, error: Error): Promise<void> {
    if (!message) return;
    this.log.error({ err: error, run_id: message.id }, 'a job failed');
    try {
      await this.closeWhenLapsed(message);
    } catch (err) {
      this.log.warn({ err, run_id: message.id }, 'the run of a failed job could not be closed');
    }
  }

  /** Bull misses a worker sooner than its lease lapses. A worker that has the run after all keeps it. */
  private async closeWhenLapsed(message: HandoffMessage): Promise<void> {
    const run = { thread_id: message.sessionKey as ThreadId, run_id: message.id as RunId };
    const event = errorEvent('engine_unavailable', message.headers.language === 'en' ? 'en' : 'zh', message.traceId);
    const { STALL_DETECT_MS: leaseMs } = this.config;
    const { attempt } = await whenThere(() => this.store.call('turn.find', run));
    for (let waitedMs = 0; waitedMs <= leaseMs; waitedMs += leaseMs / 4) {
      const close = { ...run, event, when: { attempt, lease_lapsed: true } };
      const { closed } = await whenThere(() => this.store.call('turn.close', close));
      if (closed || (await whenThere(() => this.store.call('turn.find', run))).status === 'closed') return;
      await delay(leaseMs / 4, undefined, { ref: false });
    }
  }
}

/** The job is gone afterwards, and with it whoever would see to its run where nobody follows it. */
async function whenThere<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await unlessAway(call());
    if (answer !== undefined) return answer;
    await delay(RETRY_MS, undefined, { ref: false });
  }
}
