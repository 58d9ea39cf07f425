import type { OutgoingHttpHeaders } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { ParleyError, RUN_ID_HEADER } from '@parley/contracts';
import { type AppLogger, LOGGER } from '@parley/platform';
import { type WriteOutcome, writeStream } from '@parley/wire/node';
import type { FastifyReply } from 'fastify';
import { GatewayConfig } from '../config.js';
import { STREAM_HEADERS } from '../stream-headers.js';
import { failureOf } from './failure-of.js';
import type { FollowedRun } from './followed-run.js';
import { jsonAnswer } from './json-answer.js';
import { runFrames } from './run-frames.js';

/** Shows a run to one viewer, until it ends or the viewer leaves. */
@Injectable()
export class RunResponder {
  constructor(
    private readonly config: GatewayConfig,
    @Inject(LOGGER) private readonly logger: AppLogger,
  ) {}

  /** As a document, when the run has ended. Throws what the run ended with where that is an error. */
  async respondJson(reply: FastifyReply, run: FollowedRun, viewer: AbortSignal): Promise<void> {
    // In an error's answer, too: it tells that the request has its run, and was not just refused.
    void reply.header(RUN_ID_HEADER, run.runId);
    try {
      void reply.send(await jsonAnswer(run));
    } catch (error) {
      if (viewer.aborted) return void reply.hijack();
      this.leaveUnfinished(run, error);
      throw error;
    } finally {
      this.viewerLeft(run, viewer.aborted ? 'gone' : 'ended');
    }
  }

  /**
   * As an event stream, from now on: the headers leave at once. Never throws; from here on every failure is an event.
   * `chunks`: what is sent, where that is not simply the run.
   */
  async respondStream(
    reply: FastifyReply,
    run: FollowedRun,
    viewer: AbortSignal,
    chunks: AsyncIterable<string> = this.framesOf(run, viewer),
  ): Promise<void> {
    const response = reply.hijack().raw;
    let outcome: WriteOutcome = 'gone';
    try {
      response.writeHead(200, { ...(reply.getHeaders() as OutgoingHttpHeaders), ...STREAM_HEADERS, [RUN_ID_HEADER]: run.runId });
      response.flushHeaders();
      const { STALLED_READER_MS: stalledMs } = this.config;
      outcome = await writeStream(response, chunks, { stalledMs, signal: viewer });
    } catch (error) {
      this.logFailure(run, error);
    } finally {
      this.viewerLeft(run, outcome);
    }
  }

  /** The run's frames, to its end. */
  framesOf(run: FollowedRun, viewer: AbortSignal): AsyncIterable<string> {
    return runFrames(run, {
      keepAliveMs: this.config.SSE_KEEPALIVE_MS,
      onFailure: (error) => !viewer.aborted && this.failed(run, error),
    });
  }

  /** The one place that knows that somebody no longer follows a run, and why. */
  private viewerLeft({ runId, view }: FollowedRun, outcome: WriteOutcome): void {
    this.logger.debug({ run_id: runId, outcome }, 'a viewer left');
    if (outcome === 'ended') view.end();
    else void view.close();
  }

  private failed(run: FollowedRun, error: unknown): void {
    this.leaveUnfinished(run, failureOf(error));
    this.logFailure(run, error);
  }

  /** The run may go on, and its viewer does not follow it to its end. */
  private leaveUnfinished({ view }: FollowedRun, error: unknown): void {
    if (error instanceof ParleyError && error.code === 'store_unavailable') view.failed(error.code);
    void view.close();
  }

  private logFailure({ runId }: FollowedRun, error: unknown): void {
    const { code } = failureOf(error);
    this.logger[code === 'internal' ? 'error' : 'warn'](
      { run_id: runId, err: error, code },
      'a run could not be followed to its end',
    );
  }
}
