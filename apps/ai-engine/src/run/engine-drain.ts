import { Inject, Injectable } from '@nestjs/common';
import { Drain, LOGGER, type AppLogger } from '@parley/platform';
import { EngineConfig } from '../config.js';
import { HandoffQueue } from '../worker/handoff-queue.js';
import { ActiveRuns } from './active-runs.js';
import { RunStopped } from './run-stopped.js';

/** How much of the time to drain is kept for handing back what is not finished by then. */
const HAND_BACK_MS = 1000;

/** The engine's way out: it takes no more runs, finishes what it can, and gives the rest back to the queue. */
@Injectable()
export class EngineDrain {
  constructor(
    drain: Drain,
    private readonly queue: HandoffQueue,
    private readonly activeRuns: ActiveRuns,
    private readonly config: EngineConfig,
    @Inject(LOGGER) private readonly log: AppLogger,
  ) {
    drain.onDrain(() => this.run());
  }

  private async run(): Promise<void> {
    this.activeRuns.isLeaving = true;
    await this.queue.stopTaking();
    const { DRAIN_TIMEOUT_MS } = this.config;
    await this.activeRuns.whenEmpty(Math.max(DRAIN_TIMEOUT_MS - HAND_BACK_MS, DRAIN_TIMEOUT_MS / 2));
    const rest = this.activeRuns.all();
    if (rest.length > 0) this.log.info(`handing ${rest.length} runs back to the queue`);
    for (const run of rest) run.controller.abort(new RunStopped('handed_back'));
    await this.activeRuns.whenEmpty(HAND_BACK_MS);
    await this.queue.handedBack();
  }
}
