import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { runLeaseKey } from '@parley/contracts';
import { REDIS } from '@parley/platform';
import type { RedisClient } from '@parley/run-log';
import { EngineConfig } from '../config.js';
import { ActiveRuns } from './active-runs.js';

/** Says that the workers of this process are alive: one lease per run, renewed three times before it would lapse. */
@Injectable()
export class LeaseKeeper implements OnApplicationBootstrap, OnApplicationShutdown {
  private timer?: NodeJS.Timeout;

  constructor(
    @Inject(REDIS) private readonly redis: RedisClient,
    private readonly activeRuns: ActiveRuns,
    private readonly config: EngineConfig,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => this.renew(), this.config.STALL_DETECT_MS / 3);
    this.timer.unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  private renew(): void {
    const leaseMs = this.config.STALL_DETECT_MS;
    for (const { threadId, runId, attempt } of this.activeRuns.all()) {
      // A lease that can't be renewed lapses: that is what it is for.
      this.redis.set(runLeaseKey(threadId, runId), attempt, 'PX', leaseMs).catch(() => undefined);
    }
  }
}
