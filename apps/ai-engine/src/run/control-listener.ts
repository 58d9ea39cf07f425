import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { CONTROL_CHANNEL, type ControlMessage, type RunId, type ThreadId } from '@parley/contracts';
import { LOGGER, StoreClient, type AppLogger } from '@parley/platform';
import type { RedisClient } from '@parley/run-log';
import { SUBSCRIBER } from '../redis.js';
import { HandoffQueue } from '../worker/handoff-queue.js';
import { ActiveRuns } from './active-runs.js';

/**
 * Hears which runs were closed elsewhere, and which that waited have begun. Only the fast way: a worker that hears nothing is
 * refused at its next append, and who follows a run that nobody takes enqueues it.
 */
@Injectable()
export class ControlListener implements OnApplicationBootstrap {
  constructor(
    @Inject(SUBSCRIBER) private readonly subscriber: RedisClient,
    private readonly activeRuns: ActiveRuns,
    private readonly queue: HandoffQueue,
    private readonly store: StoreClient,
    @Inject(LOGGER) private readonly log: AppLogger,
  ) {}

  onApplicationBootstrap(): void {
    this.subscriber.on('message', (channel: string, text: string) => {
      if (channel === CONTROL_CHANNEL) void this.handle(text);
    });
    this.subscriber.subscribe(CONTROL_CHANNEL).catch((err: unknown) => this.log.warn({ err }, 'no control channel'));
  }

  private async handle(text: string): Promise<void> {
    try {
      const message = JSON.parse(text) as ControlMessage;
      const runId = message.run_id as RunId;
      if (message.type === 'cancel') this.activeRuns.cancel(runId);
      else if (message.type === 'begun') await this.enqueue(message.thread_id as ThreadId, runId);
    } catch (err) {
      this.log.warn({ err }, 'a control message was not heeded');
    }
  }

  /** Every engine does this; the queue keeps one job of an id. */
  private async enqueue(threadId: ThreadId, runId: RunId): Promise<void> {
    const { handoff } = await this.store.call('turn.find', { thread_id: threadId, run_id: runId });
    if (handoff) await this.queue.add(handoff);
  }
}
