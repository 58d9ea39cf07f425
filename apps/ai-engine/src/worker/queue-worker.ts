import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { ERROR_TABLE, ParleyError, type HandoffMessage, type RunId, type ThreadId } from '@parley/contracts';
import { LOGGER, withLogContext, type AppLogger } from '@parley/platform';
import type { Job } from 'bull';
import { EngineConfig } from '../config.js';
import { TurnRunner } from '../run/turn-runner.js';
import { TurnStarter, type StartedTurn } from '../run/turn-starter.js';
import { FailedJobs } from './failed-jobs.js';
import { HandoffQueue } from './handoff-queue.js';
import { readHandoff } from './read-handoff.js';
import { RefusedJobs } from './refused-jobs.js';

/** Works off Bull's queue. A job says only which run: what is to be done stands with the turn, and a closed run is dropped. */
@Injectable()
export class QueueWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  constructor(
    private readonly queue: HandoffQueue,
    private readonly config: EngineConfig,
    private readonly runner: TurnRunner,
    private readonly starter: TurnStarter,
    private readonly failedJobs: FailedJobs,
    private readonly refusedJobs: RefusedJobs,
    @Inject(LOGGER) private readonly log: AppLogger,
  ) {}

  onApplicationBootstrap(): void {
    if (this.config.ENGINE_ROLE === 'api') return;
    this.queue.process(this.config.ENGINE_CONCURRENCY, {
      work: (job) => this.work(job),
      failed: (job, error) => this.failedJobs.close(readHandoff(job.data), error),
    });
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.queue.close();
  }

  /** The thread of a run that waits or runs; undefined where no such job is known (any more). */
  async threadOf(runId: RunId): Promise<ThreadId | undefined> {
    return readHandoff(await this.queue.dataOf(runId))?.sessionKey as ThreadId | undefined;
  }

  /** Runs what was handed back somewhere else. */
  async enqueueAgain(message: HandoffMessage): Promise<void> {
    await this.queue.add(message);
  }

  private async work(job: Job<unknown>): Promise<void> {
    const message = readHandoff(job.data);
    if (!message) {
      this.log.warn({ job_id: job.id }, 'dropped a job that is no handoff message');
      return;
    }
    if (await this.queue.wasLostTooOften(job))
      return this.failedJobs.close(message, new Error('its workers died again and again'));
    const context = { trace_id: message.traceId, run_id: message.id, session_id: message.headers.conversationId };
    const outcome = await withLogContext(context, () => this.run(message));
    if (outcome === 'handed_back') this.queue.addWhenRemoved(job, message);
  }

  private async run(message: HandoffMessage): Promise<'ended' | 'handed_back'> {
    if (message.payload.callback.transport !== 'redis-pubsub') return this.refuse(message, unsupportedCallback());
    const { epoch } = message.payload.options;
    if (epoch !== undefined) return this.runner.run(message, epoch);
    const started = await this.start(message);
    return !started || started.isJoined ? 'ended' : this.runner.run(started.message, started.epoch);
  }

  /** For another service. Undefined where the turn may not start; an outage fails the job. */
  private async start(message: HandoffMessage): Promise<StartedTurn | undefined> {
    try {
      return await this.starter.start(message);
    } catch (error) {
      if (!(error instanceof ParleyError) || ERROR_TABLE[error.code].status >= 500) throw error;
      await this.refuse(message, error);
      return undefined;
    }
  }

  private async refuse(message: HandoffMessage, error: ParleyError): Promise<'ended'> {
    await this.refusedJobs.tell(message, error);
    return 'ended';
  }
}

function unsupportedCallback(): ParleyError {
  const message = 'payload.callback.transport must be redis-pubsub: handoff-message is not supported yet';
  return new ParleyError('validation_failed', { errors: [{ path: 'payload.callback.transport', message }] });
}
