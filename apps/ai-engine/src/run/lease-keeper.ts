import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { LOGGER, REDIS, StoreClient, type AppLogger } from '@parley/platform';
import { type LeaseState, RunLease, type RedisClient } from '@parley/run-log';
import { EngineConfig } from '../config.js';
import { ActiveRuns, type ActiveRun } from './active-runs.js';
import { RunStopped } from './run-stopped.js';
import { stallTimes } from './stall-times.js';

/** Nobody notices sooner than this that the last viewer left, however late a dead worker is noticed. */
const LONGEST_PERIOD_MS = 1000;

/** After an outage of Redis those who follow runs get this long to say so again: their gateways do it every three seconds. */
const VIEWERS_RETURN_MS = 5000;

/**
 * Says that the workers of this process are alive: one lease per run, renewed three times before it would lapse. On the
 * way it learns which runs were lost to somebody else, and which nobody follows any more.
 */
@Injectable()
export class LeaseKeeper implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly leases: RunLease;
  private timer?: NodeJS.Timeout;
  private failedAt = Number.NEGATIVE_INFINITY;

  constructor(
    @Inject(REDIS) redis: RedisClient,
    private readonly activeRuns: ActiveRuns,
    private readonly store: StoreClient,
    private readonly config: EngineConfig,
    @Inject(LOGGER) private readonly log: AppLogger,
  ) {
    this.leases = new RunLease(redis);
  }

  onApplicationBootstrap(): void {
    const period = Math.min(stallTimes(this.config.STALL_DETECT_MS).leaseMs / 3, LONGEST_PERIOD_MS);
    this.timer = setInterval(() => this.activeRuns.all().forEach((run) => void this.renew(run)), period);
    this.timer.unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  private async renew(run: ActiveRun): Promise<void> {
    const state = await this.stateOf(run);
    if (state === 'lost') run.controller.abort(new RunStopped('closed'));
    else if (state === 'unwatched' && !this.wasOutage) await this.cancelUnwatched(run);
  }

  /** Undefined where it could not be renewed: a lease that can't be lapses, that is what it is for. */
  private async stateOf(run: ActiveRun): Promise<LeaseState | undefined> {
    try {
      return await this.leases.renew(run, stallTimes(this.config.STALL_DETECT_MS).leaseMs);
    } catch (err) {
      this.failedAt = performance.now();
      this.log.debug({ err, run_id: run.runId }, 'a lease was not renewed');
      return undefined;
    }
  }

  /** Viewers could not be heard until a moment ago: that none is known says nothing yet. */
  private get wasOutage(): boolean {
    return performance.now() - this.failedAt < VIEWERS_RETURN_MS;
  }

  /** The store looks again whether nobody follows it: somebody may have come back this very moment. */
  private async cancelUnwatched({ threadId, runId }: ActiveRun): Promise<void> {
    try {
      const { aborted } = await this.store.call('turn.abort', { thread_id: threadId, run_id: runId, reason: 'disconnected' });
      if (aborted) this.log.info({ run_id: runId }, 'cancelled: nobody follows it any more');
    } catch (err) {
      // Says nothing about viewers: it is tried again with the next renewal.
      this.log.debug({ err, run_id: runId }, 'a run that nobody follows was not cancelled');
    }
  }
}
