import { Inject, Injectable } from '@nestjs/common';
import { BULL_PREFIX, HANDOFF_QUEUE, type HandoffMessage } from '@parley/contracts';
import { LOGGER, RedisConnections, type AppLogger } from '@parley/platform';
import Bull, { type Job, type Queue } from 'bull';
import { EngineConfig } from '../config.js';
import { stallTimes } from '../run/stall-times.js';

/**
 * Bull itself never gives a job up: it would not say which one it was, where that is removed when it fails, and nobody would
 * close its run. The worker that gets it once more does (`wasLostTooOften`).
 */
const NEVER = Number.MAX_SAFE_INTEGER;

/** How often another worker takes over a run whose worker died. */
const MOST_TAKE_OVERS = 3;

export interface JobHandler {
  work(job: Job<unknown>): Promise<void>;
  failed(job: Job<unknown>, error: Error): Promise<void>;
}

/** The consuming end of Bull's queue. Its connections wait while Redis is away: a worker has nothing better to do. */
@Injectable()
export class HandoffQueue {
  private opened?: Queue;
  private readonly handingBack = new Map<string, HandoffMessage>();
  private readonly adding = new Set<Promise<unknown>>();

  constructor(
    private readonly config: EngineConfig,
    private readonly connections: RedisConnections,
    @Inject(LOGGER) private readonly log: AppLogger,
  ) {}

  process(concurrency: number, handler: JobHandler): void {
    const { queue } = this;
    queue.on('failed', (job, error) => void handler.failed(job, error));
    queue.on('completed', (job) => this.addRemoved(job));
    queue
      .process(concurrency, (job) => handler.work(job))
      .catch((err: unknown) => this.log.error({ err }, 'the queue worker ended'));
  }

  async add(message: HandoffMessage): Promise<void> {
    await this.queue.add(message, { jobId: message.id, removeOnComplete: true, removeOnFail: true });
  }

  async dataOf(runId: string): Promise<unknown> {
    const job = await this.queue.getJob(runId);
    return job?.data as unknown;
  }

  /** One worker after the other that had the job died, or could not say that it is alive. */
  async wasLostTooOften({ id }: Job<unknown>): Promise<boolean> {
    const stalls = await this.queue.client.hget(this.queue.toKey(String(id)), 'stalledCounter');
    return Number(stalls) > MOST_TAKE_OVERS;
  }

  /** A job can't be put back while it is active, nor another of its id be added: it is when this one is done. */
  addWhenRemoved(job: Job<unknown>, message: HandoffMessage): void {
    this.handingBack.set(String(job.id), message);
  }

  /** Takes no more jobs from now on; those in hand go on. */
  async stopTaking(): Promise<void> {
    await this.opened?.pause(true, true);
  }

  /** Resolves when everything that is handed back is in the queue again. */
  async handedBack(): Promise<void> {
    while (this.adding.size > 0 || this.handingBack.size > 0) {
      await Promise.allSettled(this.adding);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  async close(): Promise<void> {
    await this.opened?.close(true);
  }

  private get queue(): Queue {
    const { lockMs, checkMs } = stallTimes(this.config.STALL_DETECT_MS);
    this.opened ??= new Bull(HANDOFF_QUEUE, {
      prefix: BULL_PREFIX,
      createClient: (type) => this.connections.open(type === 'client' ? 'bull-worker' : 'bull-blocking') as never,
      settings: { lockDuration: lockMs, stalledInterval: checkMs, maxStalledCount: NEVER },
    }).on('error', (err) => this.log.debug({ err }, 'queue connection'));
    return this.opened;
  }

  private addRemoved(job: Job<unknown>): void {
    const message = this.handingBack.get(String(job.id));
    if (!message) return;
    this.handingBack.delete(String(job.id));
    const added = this.add(message).catch((err: unknown) =>
      this.log.error({ err, run_id: message.id }, 'a run could not be handed back'),
    );
    this.adding.add(added);
    void added.finally(() => this.adding.delete(added));
  }
}
