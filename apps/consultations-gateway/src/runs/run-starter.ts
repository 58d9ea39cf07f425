import { Inject, Injectable } from '@nestjs/common';
import { ParleyError, type HandoffMessage, type TurnStart, type TurnStarted } from '@parley/contracts';
import { addLogContext, type AppLogger, currentTraceId, LOGGER, StoreClient } from '@parley/platform';
import { RunFollowers } from '@parley/run-log';
import { GatewayConfig } from '../config.js';
import { type BegunRun, ENGINE_TRANSPORT, type EngineTransport } from '../engine/engine-transport.js';
import type { AskedRun } from './asked-run.js';
import type { FollowedRun } from './followed-run.js';
import { RunViews } from './run-views.js';
import type { Watched } from './run-watch.js';
import { newRunId } from './run-id.js';
import { turnStart } from './turn-start.js';
import { TurnWithdrawal } from './turn-withdrawal.js';

type Begun = Pick<FollowedRun, 'events' | 'view'>;

/**
 * Starts runs: turn in the store, follow, and only then dispatch, so that no event can be missed. Every wait is bounded, and
 * whatever fails here is a refusal: nothing was sent to the client yet, and the turn does not run behind its back.
 */
@Injectable()
export class RunStarter {
  constructor(
    private readonly store: StoreClient,
    private readonly followers: RunFollowers,
    @Inject(ENGINE_TRANSPORT) private readonly transport: EngineTransport,
    private readonly withdrawal: TurnWithdrawal,
    private readonly views: RunViews,
    private readonly config: GatewayConfig,
    @Inject(LOGGER) private readonly logger: AppLogger,
  ) {}

  /** Starts the run, or joins the one that the same request has started. */
  async start(asked: AskedRun): Promise<FollowedRun> {
    const traceId = currentTraceId();
    const { QUEUE_TIMEOUT_MS: queueTimeoutMs, DISCONNECT_GRACE_MS: disconnectGraceMs } = this.config;
    const turn = turnStart(asked, { runId: newRunId(), traceId, queueTimeoutMs, disconnectGraceMs });
    const started = await this.startTurn(turn);
    const { run_id: runId } = started;
    addLogContext({ run_id: runId });
    const { language, viewer } = asked;
    const watched = { run: { threadId: turn.thread_id, runId }, language, traceId };
    // Without a job there is nothing to dispatch: it runs already, has ended, or waits behind another turn.
    const followed = await (started.outcome === 'started' && started.handoff
      ? this.begin(turn, started.handoff, watched, viewer)
      : this.join(started, watched, viewer).catch((error: unknown) => this.giveUpStarted(turn, started, error)));
    return { ...followed, runId, ...aboutTurn(asked, started), fromSeq: 1, traceId };
  }

  private async startTurn(turn: TurnStart): Promise<TurnStarted> {
    try {
      return await this.store.call('turn.start', turn);
    } catch (error) {
      // Its answer may have been lost: who gets a 503 must not be charged a run.
      if (error instanceof ParleyError && error.code === 'store_unavailable') this.withdrawal.withdrawLater(turn, error);
      throw error;
    }
  }

  private async begin(turn: TurnStart, handoff: HandoffMessage, watched: Watched, viewer: AbortSignal): Promise<Begun> {
    const view = await this.views.view(watched).catch((error: unknown) => this.giveUp(turn, error));
    try {
      const begun = await this.transport.begin(watched.run, viewer).catch((error: unknown) => this.giveUp(turn, error));
      await begun.dispatch(handoff).catch((error: unknown) => this.afterFailedDispatch(turn, begun, error));
      return { view, events: begun.events };
    } catch (error) {
      await view.close();
      throw error;
    }
  }

  /** A turn of another request goes on; one that this request has started, and that waits, must not run behind its back. */
  private async giveUpStarted(turn: TurnStart, { outcome }: TurnStarted, error: unknown): Promise<never> {
    if (outcome === 'started') return this.giveUp(turn, error);
    throw error;
  }

  /** Nothing was dispatched yet: the turn is closed and refused. */
  private async giveUp(turn: TurnStart, cause: unknown): Promise<never> {
    const error = asParleyError(cause, 'store_unavailable');
    await this.withdrawal.withdraw(turn, error);
    throw error;
  }

  /** A run that was not taken is closed and refused. One that was, or that somebody else has ended, is followed as usual. */
  private async afterFailedDispatch(turn: TurnStart, { events }: BegunRun, cause: unknown): Promise<void> {
    const error = asParleyError(cause, 'engine_unavailable');
    if (!(await this.withdrawal.withdraw(turn, error))) return;
    await events.return?.();
    throw error;
  }

  private async join(started: TurnStarted, watched: Watched, viewer: AbortSignal): Promise<Begun> {
    const begun = await this.followAgain(watched, 0, viewer);
    if (started.handoff) await this.dispatchAgain(started.handoff);
    return begun;
  }

  /** Follows a run that was started before. Throws `store_unavailable`. */
  async followAgain(watched: Watched, afterSeq: number, viewer: AbortSignal): Promise<Begun> {
    const events = await this.followers.follow(watched.run, { afterSeq, signal: viewer });
    try {
      return { events, view: await this.views.view(watched) };
    } catch (error) {
      events.close();
      throw asParleyError(error, 'store_unavailable');
    }
  }

  /** Best effort: whoever started the run may be about to dispatch it, and a deadline ends it otherwise. */
  async dispatchAgain(handoff: HandoffMessage): Promise<void> {
    try {
      await this.transport.dispatchAgain(handoff);
    } catch (error) {
      this.logger.warn({ run_id: handoff.id, err: error }, 'a run that nobody has taken could not be dispatched again');
    }
  }
}

const aboutTurn = ({ scope, language }: AskedRun, { turn }: TurnStarted) => ({ sessionId: scope.sessionId, turn, language });

const asParleyError = (error: unknown, code: 'store_unavailable' | 'engine_unavailable'): ParleyError =>
  error instanceof ParleyError ? error : new ParleyError(code, {}, { cause: error });
