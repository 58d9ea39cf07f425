import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { BULL_PREFIX, HANDOFF_QUEUE, type RunId, type ThreadId } from '@parley/contracts';
import { LOGGER, RedisConnections, StoreClient, withLogContext, type AppLogger } from '@parley/platform';
import Bull, { type Job, type Queue } from 'bull';
import { EngineConfig } from '../config.js';
import { errorEvent } from '../run/turn-outcome.js';
import { TurnRunner } from '../run/turn-runner.js';
import { TurnStarter } from '../run/turn-starter.js';
import { readHandoff } from './read-handoff.js';

/** How often another worker takes over a run whose worker died. */
const MAX_STALLED_COUNT = 3;

/** Works off Bull's queue. A job says only which run: what is to be done stands with the turn, and a closed run is dropped. */
@Injectable()
export class QueueWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private queue?: Queue;

  constructor(
    private readonly config: EngineConfig,
    private readonly connections: RedisConnections,
    private readonly runner: TurnRunner,
    private readonly starter: TurnStarter,
    private readonly store: StoreClient,
    @Inject(LOGGER) private readonly log: AppLogger,
  ) {}

  onApplicationBootstrap(): void {
    if (this.config.ENGINE_ROLE === 'api') return;
    const halfMs = Math.ceil(this.config.STALL_DETECT_MS / 2);
    this.queue = new Bull(HANDOFF_QUEUE, {
      prefix: BULL_PREFIX,
      createClient: (type) => this.connections.open(type === 'client' ? 'bull-worker' : 'bull-blocking') as never,
      settings: { lockDuration: halfMs, stalledInterval: halfMs, maxStalledCount: MAX_STALLED_COUNT },
    });
    this.queue.on('error', (err) => this.log.debug({ err }, 'queue connection'));
    this.queue.on('failed', (job, error) => void this.closeFailed(job, error));
    this.queue.process(this.config.ENGINE_CONCURRENCY, (job) => this.work(job)).catch((err: unknown) => {
      this.log.error({ err }, 'the queue worker ended');
    });
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.queue?.close(true);
  }

  /** The thread of a run that waits or runs; undefined where no such job is known (any more). */
  async threadOf(runId: RunId): Promise<ThreadId | undefined> {
    const job = await this.queue?.getJob(runId);
    return readHandoff(job?.data)?.sessionKey as ThreadId | undefined;
  }

  private async work(job: Job<unknown>): Promise<void> {
    const message = readHandoff(job.data);
    if (!message) {
      this.log.warn({ job_id: job.id }, 'dropped a job that is no handoff message');
      return;
    }
    const context = { trace_id: message.traceId, run_id: message.id, session_id: message.headers.conversationId };
    await withLogContext(context, async () => {
      const { epoch } = message.payload.options;
      if (epoch !== undefined) return this.runner.run(message, epoch);
      const started = await this.starter.start(message);
      if (!started.isJoined) await this.runner.run(started.message, started.epoch);
    });
  }

  /** A job that Bull gave up, because its workers died again and again or the store was out of reach, must not leave its run open. */
  private async closeFailed(job: Job<unknown>, error: Error): Promise<void> {
    const message = readHandoff(job.data);
    if (!message) return;
    this.log.error({ err: error, run_id: message.id }, 'a job failed');
    const thread_id = message.sessionKey as ThreadId;
    const run_id = message.id as RunId;
    try {
      const { attempt } = await this.store.call('turn.find', { thread_id, run_id });
      const event = errorEvent('engine_unavailable', message.headers.language === 'en' ? 'en' : 'zh', message.traceId);
      await this.store.call('turn.close', { thread_id, run_id, event, when: { attempt, lease_lapsed: true } });
    } catch (err) {
      this.log.warn({ err, run_id }, 'the run of a failed job could not be closed; its deadline will');
    }
  }
}
