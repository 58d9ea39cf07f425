import { Inject, Injectable } from '@nestjs/common';
import {
  cardsKey,
  idempotencyKey,
  isErrorCode,
  messagesKey,
  ParleyError,
  partsOfThread,
  runKey,
  runLogKey,
  runsKey,
  runTextKey,
  sessionKey,
  threadBase,
  type Lang,
  type TurnStart,
  type TurnStarted,
} from '@parley/contracts';
import { REDIS } from '@parley/platform';
import type { RedisClient } from '@parley/run-log';
import { CheckResume, type CheckedResume } from '../cards/check-resume.js';
import { PendingCards } from '../cards/pending-cards.js';
import { SessionStoreConfig } from '../config.js';
import { SCRIPTS } from '../redis/scripts.js';
import { SessionIndex } from '../sessions/session-index.js';
import { failed, preempted } from './closing-events.js';
import { FindRun } from './find-run.js';
import { withEpoch } from './with-epoch.js';

const IDEMPOTENCY_TTL_MS = 24 * 60 * 60 * 1000;
/** How often answers are checked anew because the pending card changed under them. */
const CHECKS = 3;

/**
 * Starts a turn (protocol, section 4: Policies, Resume, Idempotency-Key). Starting the same run twice starts it once.
 * Throws the refusals of the error table, `card_pending` and stale ones with the current card in them.
 */
@Injectable()
export class StartTurn {
  constructor(
    @Inject(REDIS) private readonly redis: RedisClient,
    private readonly config: SessionStoreConfig,
    private readonly index: SessionIndex,
    private readonly cards: PendingCards,
    private readonly checkResume: CheckResume,
    private readonly findRun: FindRun,
  ) {}

  async start(turn: TurnStart): Promise<TurnStarted> {
    refuseUnsupported(turn);
    for (let check = 1; check <= CHECKS; check++) {
      const resume = turn.request.kind === 'resume' ? await this.checkResume.check(turn.thread_id, turn.request) : undefined;
      if (!resume) await this.announce(turn);
      const [outcome, first, second] = (await this.runScript(turn, resume)) as [string, string, string];
      if (outcome === 'recheck') continue;
      if (outcome === 'refused') throw await this.refusal(turn, first);
      if (outcome === 'joined') return this.joined(turn, first);
      await this.index.touch(turn.thread_id);
      return { outcome: 'started', run_id: turn.run_id, turn: Number(first), handoff: withEpoch(turn.handoff, Number(second)) };
    }
    throw new ParleyError('card_stale', await this.currentCard(turn));
  }

  /** No session without its entry in the lists. */
  private async announce({ thread_id: threadId, user_id: userId }: TurnStart): Promise<void> {
    if ((await this.redis.exists(sessionKey(threadId))) === 0) await this.index.announce(threadId, userId);
  }

  private async runScript(turn: TurnStart, resume: CheckedResume | undefined): Promise<unknown> {
    const { thread_id: threadId, run_id: runId, request, handoff, idempotency } = turn;
    const lang = handoff.headers.language as Lang;
    const control = {
      run_id: runId,
      kind: request.kind,
      session_id: partsOfThread(threadId).sessionId,
      agent_id: turn.agent_id,
      user_id: turn.user_id,
      on_active_turn: turn.on_active_turn,
      on_pending_card: turn.on_pending_card,
      on_disconnect: turn.on_disconnect,
      queue_timeout: turn.queue_timeout_ms,
      turn_timeout: String(turn.turn_timeout_ms),
      session_ttl: this.config.sessionTtlMs,
      log_ttl: String(this.config.logTtlMs),
      idempotency_ttl: IDEMPOTENCY_TTL_MS,
      idempotency_fingerprint: idempotency?.fingerprint,
      action: request.kind === 'resume' ? request.action : undefined,
      card_id: request.kind === 'resume' ? request.card_id : undefined,
      checked_card: resume?.cardId,
      fingerprint: resume?.fingerprint,
    };
    const run = { event: 'run', data: { run_id: runId, session_id: control.session_id, turn: 0, agent_id: turn.agent_id, kind: request.kind } };
    const [beforeTurn, afterTurn] = JSON.stringify(run).split('"turn":0');
    const keys = [sessionKey, messagesKey, cardsKey].map((keyOf) => keyOf(threadId));
    keys.push(runKey(threadId, runId), runLogKey(threadId, runId), runTextKey(threadId, runId), runsKey(threadId));
    if (idempotency) keys.push(idempotencyKey(threadId, idempotency.key));
    const script = idempotency ? SCRIPTS.turnStartOnce : SCRIPTS.turnStart;
    return script.run(this.redis, keys, [
      threadBase(threadId),
      JSON.stringify(control),
      request.kind === 'chat' ? request.message : '',
      request.kind === 'resume' ? JSON.stringify(request.answers) : '',
      resume ? JSON.stringify(resume.items) : '',
      JSON.stringify(handoff),
      `${beforeTurn}"turn":`,
      afterTurn ?? '',
      JSON.stringify(preempted('preempted', runId)),
      JSON.stringify(failed('queue_timeout', lang, handoff.traceId)),
      JSON.stringify(failed('turn_timeout', lang, handoff.traceId)),
    ]);
  }

  private async joined(turn: TurnStart, runId: string): Promise<TurnStarted> {
    const head = await this.findRun.find(turn.thread_id, runId as TurnStart['run_id']);
    return { outcome: 'joined', run_id: head.run_id, turn: head.turn, ...(head.handoff && { handoff: head.handoff }) };
  }

  private async refusal(turn: TurnStart, code: string): Promise<ParleyError> {
    if (!isErrorCode(code)) return new ParleyError('internal', {}, { cause: new Error(`unknown refusal ${code}`) });
    const showsCard = code === 'card_pending' || code === 'card_stale' || code === 'card_already_answered';
    return new ParleyError(code, showsCard ? await this.currentCard(turn) : {});
  }

  private async currentCard(turn: TurnStart): Promise<{ card?: NonNullable<Awaited<ReturnType<PendingCards['get']>>['card']> }> {
    const { card } = await this.cards.get(turn.thread_id);
    return card ? { card } : {};
  }
}

/** Policies that are part of the contract and not built yet are refused, never ignored. */
function refuseUnsupported({ on_active_turn, on_pending_card, request }: TurnStart): void {
  const errors = [];
  if (on_active_turn === 'enqueue') errors.push({ path: 'on_active_turn', message: 'enqueue is not supported yet: use preempt or reject' });
  if (on_pending_card === 'answer' && request.kind === 'chat') {
    errors.push({ path: 'on_pending_card', message: 'answer is not supported yet: use reject or supersede' });
  }
  if (errors.length > 0) throw new ParleyError('validation_failed', { errors });
}
