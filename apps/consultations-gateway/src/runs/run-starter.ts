import { Inject, Injectable } from '@nestjs/common';
import { ParleyError, type HandoffMessage, type TurnStart, type TurnStarted } from '@parley/contracts';
import { addLogContext, type AppLogger, currentTraceId, LOGGER, StoreClient } from '@parley/platform';
import { RunFollowers, type RunRef } from '@parley/run-log';
import { GatewayConfig } from '../config.js';
import { type BegunRun, ENGINE_TRANSPORT, type EngineTransport } from '../engine/engine-transport.js';
import type { AskedRun } from './asked-run.js';
import type { FollowedRun } from './followed-run.js';
import { newRunId } from './run-id.js';
import { turnStart } from './turn-start.js';
import { TurnWithdrawal } from './turn-withdrawal.js';

type Begun = Pick<BegunRun, 'events'> & { run: RunRef; turn: number };

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
    private readonly config: GatewayConfig,
    @Inject(LOGGER) private readonly logger: AppLogger,
  ) {}

  /** Starts the run, or joins the one that the same request has started. */
  async start(asked: AskedRun): Promise<FollowedRun> {
    const traceId = currentTraceId();
    const turn = turnStart(asked, { runId: newRunId(), traceId, queueTimeoutMs: this.config.QUEUE_TIMEOUT_MS });
    const started = await this.startTurn(turn);
    addLogContext({ run_id: started.run_id });
    const { run, events } = await (started.outcome === 'started'
      ? this.begin(turn, started, asked.viewer)
      : this.join(turn, started, asked.viewer));
    const { sessionId } = asked.scope;
    return { runId: run.runId, sessionId, turn: started.turn, fromSeq: 1, events, language: asked.language, traceId };
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

  private async begin(turn: TurnStart, started: TurnStarted, viewer: AbortSignal): Promise<Begun> {
    const run = runOf(turn, started);
    const begun = await this.transport.begin(run, viewer).catch(async (error: unknown) => {
      await this.withdrawal.withdraw(turn, asParleyError(error, 'store_unavailable'));
      throw error;
    });
    const handoff = started.handoff ?? turn.handoff;
    await begun.dispatch(handoff).catch((error: unknown) => this.afterFailedDispatch(turn, begun, error));
    return { run, turn: started.turn, events: begun.events };
  }

  /** A run that was not taken is closed and refused. One that was, or that somebody else has ended, is followed as usual. */
  private async afterFailedDispatch(turn: TurnStart, { events }: BegunRun, cause: unknown): Promise<void> {
    const error = asParleyError(cause, 'engine_unavailable');
    if (!(await this.withdrawal.withdraw(turn, error))) return;
    await events.return?.();
    throw error;
  }

  private async join(turn: TurnStart, started: TurnStarted, viewer: AbortSignal): Promise<Begun> {
    const run = runOf(turn, started);
    const events = await this.followers.follow(run, { afterSeq: 0, signal: viewer });
    if (started.handoff) await this.dispatchAgain(started.handoff);
    return { run, turn: started.turn, events };
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

const runOf = (turn: TurnStart, started: TurnStarted): RunRef => ({ threadId: turn.thread_id, runId: started.run_id });

const asParleyError = (error: unknown, code: 'store_unavailable' | 'engine_unavailable'): ParleyError =>
  error instanceof ParleyError ? error : new ParleyError(code, {}, { cause: error });
