import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { CONTROL_CHANNEL, type ControlMessage, type RunId } from '@parley/contracts';
import { LOGGER, type AppLogger } from '@parley/platform';
import type { RedisClient } from '@parley/run-log';
import { SUBSCRIBER } from '../redis.js';
import { ActiveRuns } from './active-runs.js';
import { RunStopped } from './run-stopped.js';

/** Hears which runs were closed elsewhere. Only the fast way: a worker that hears nothing is refused at its next append. */
@Injectable()
export class ControlListener implements OnApplicationBootstrap {
  constructor(
    @Inject(SUBSCRIBER) private readonly subscriber: RedisClient,
    private readonly activeRuns: ActiveRuns,
    @Inject(LOGGER) private readonly log: AppLogger,
  ) {}

  onApplicationBootstrap(): void {
    this.subscriber.on('message', (channel: string, text: string) => {
      if (channel === CONTROL_CHANNEL) this.handle(text);
    });
    this.subscriber.subscribe(CONTROL_CHANNEL).catch((err: unknown) => this.log.warn({ err }, 'no control channel'));
  }

  private handle(text: string): void {
    try {
      const { type, run_id } = JSON.parse(text) as ControlMessage;
      if (type === 'cancel') this.activeRuns.get(run_id as RunId)?.controller.abort(new RunStopped('closed'));
    } catch (err) {
      this.log.warn({ err }, 'an unreadable control message');
    }
  }
}
