import { randomUUID } from 'node:crypto';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { ErrorCode } from '@parley/contracts';
import { type AppLogger, Drain, LOGGER, REDIS, type RedisConnection } from '@parley/platform';
import { RunViewers } from '@parley/run-log';
import { GatewayConfig } from '../config.js';
import { errorEvent } from './error-event.js';
import { RunWatch, type Watched } from './run-watch.js';
import { TurnWithdrawal } from './turn-withdrawal.js';

/** One viewer of one run, whether it reads a stream or waits for a document. */
export interface RunView {
  /** The viewer has left. Safe to call twice; resolves when Redis knows, or cannot be told. */
  close(): Promise<void>;
  /** The viewer has seen the run's end: there is nobody left to tell. */
  end(): void;
  /** The viewer was told that the run failed, as it could not be followed: it is closed so, whoever holds it. */
  failed(code: ErrorCode): void;
}

const SHORTEST_PERIOD_MS = 200;
const LONGEST_PERIOD_MS = 3000;

/**
 * Three times within the grace, so that nobody is missed who is there; twice within the time in which a dead worker is noticed,
 * so that the watch is not late. Where there is no grace, a killed gateway is still missed soon.
 */
function periodMsFor({ DISCONNECT_GRACE_MS, STALL_DETECT_MS }: GatewayConfig): number {
  const withinGraceMs = DISCONNECT_GRACE_MS === 0 ? 1000 : DISCONNECT_GRACE_MS / 3;
  return Math.max(SHORTEST_PERIOD_MS, Math.min(LONGEST_PERIOD_MS, withinGraceMs, STALL_DETECT_MS / 2));
}

/**
 * Tells Redis again and again who follows which run here. A viewer is known to be there for two periods, so that one whose
 * gateway was killed is missed soon; its run's grace counts from then. What is heard of the run on the way goes to the watch.
 */
@Injectable()
export class RunViews implements OnApplicationShutdown {
  private readonly viewers: RunViewers;
  private readonly open = new Map<string, Watched>();
  private readonly leaseMs: number;
  private readonly timer: NodeJS.Timeout;

  constructor(
    @Inject(REDIS) redis: RedisConnection,
    config: GatewayConfig,
    private readonly watch: RunWatch,
    private readonly withdrawal: TurnWithdrawal,
    private readonly drain: Drain,
    @Inject(LOGGER) private readonly logger: AppLogger,
  ) {
    this.viewers = new RunViewers(redis);
    const periodMs = periodMsFor(config);
    this.leaseMs = 2 * periodMs;
    this.timer = setInterval(() => this.open.forEach((watched, viewer) => void this.stay(watched, viewer)), periodMs);
    this.timer.unref();
  }

  /** Resolves when the viewer is known: the run is not cancelled for want of one from then on. Throws when Redis can't be told. */
  async view(watched: Watched): Promise<RunView> {
    const viewer = randomUUID();
    await this.viewers.stay(watched.run, viewer, this.leaseMs);
    this.open.set(viewer, watched);
    return {
      close: () => this.leave(watched, viewer),
      end: () => void this.open.delete(viewer),
      failed: (code) => this.closeAsTold(watched, code),
    };
  }

  /** How many viewers there are; 0 when nothing is left behind. */
  get size(): number {
    return this.open.size;
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  private async stay(watched: Watched, viewer: string): Promise<void> {
    const { run } = watched;
    try {
      const health = await this.viewers.stay(run, viewer, this.leaseMs);
      if (health) await this.watch.look(watched, health);
    } catch (err) {
      this.logger.debug({ err, run_id: run.runId }, 'a viewer was not renewed');
    }
  }

  private closeAsTold({ run, language, traceId }: Watched, code: ErrorCode): void {
    const event = errorEvent(code, { language, traceId });
    this.withdrawal.closeLater({ thread_id: run.threadId, run_id: run.runId, event, when: { alone: true } });
  }

  private async leave({ run }: Watched, viewer: string): Promise<void> {
    if (!this.open.delete(viewer)) return;
    // Who is sent away by a gateway that ends has not left: it comes back through another one while it is still known.
    if (this.drain.isDraining) return;
    try {
      const isUnwatched = await this.viewers.leave(run, viewer);
      if (isUnwatched) await this.watch.cancelUnwatched(run);
    } catch (err) {
      this.logger.debug({ err, run_id: run.runId }, 'a viewer that left lapses by itself');
    }
  }
}
