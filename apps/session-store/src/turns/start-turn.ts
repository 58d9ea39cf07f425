import { Inject, Injectable } from '@nestjs/common';
import {
  cardsKey,
  idempotencyKey,
  isErrorCode,
  messagesKey,
  ParleyError,
  runKey,
  runLogKey,
  runsKey,
  runTextKey,
  sessionKey,
  type AnswerError,
  type ErrorCode,
  type RunId,
  type TurnStart,
  type TurnStarted,
} from '@parley/contracts';
import { REDIS } from '@parley/platform';
import type { RedisClient } from '@parley/run-log';
import { AnswerByMessage, type AnsweringTurn } from '../cards/answer-by-message.js';
import { CheckResume, type CheckedResume } from '../cards/check-resume.js';
import { PendingCards } from '../cards/pending-cards.js';
import { SessionStoreConfig } from '../config.js';
import { SCRIPTS } from '../redis/scripts.js';
import { SessionIndex } from '../sessions/session-index.js';
import { byAsker } from './by-asker.js';
import { FindRun } from './find-run.js';
import { languageOf } from './language-of.js';
import { startTurnArgs } from './start-turn-args.js';
import { withEpoch } from './with-epoch.js';

/** These refusals carry the card that was pending when they were made. */
const SHOWS_CARD: ReadonlySet<ErrorCode> = new Set(['card_pending', 'card_stale', 'card_already_answered']);

/** How often answers are checked anew because the pending card changed under them. */
const CHECKS = 3;

interface Refusal {
  code: string;
  /** '' = none. */
  pendingId: string;
  errors?: AnswerError[];
}

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
    private readonly answerByMessage: AnswerByMessage,
    private readonly findRun: FindRun,
  ) {}

  async start(turn: TurnStart): Promise<TurnStarted> {
    const answering = await this.answerByMessage.resumeOf(turn);
    // A message that comes too late for its card is one like any other.
    const tries = [...(answering ? [answering] : []), ...Array<TurnStart>(CHECKS).fill(turn)];
    for (const each of tries) {
      const started = await this.tryToStart(each);
      if (started) return started;
    }
    throw new ParleyError('card_stale');
  }

  /** Undefined where another card is pending by now than the one its answers were checked against. */
  private async tryToStart(asked: TurnStart | AnsweringTurn): Promise<TurnStarted | undefined> {
    const resume = await this.checked(asked);
    const turn = resume?.asker ? byAsker(asked, resume.asker) : asked;
    if (!resume) await this.index.announce(turn.thread_id, turn.user_id);
    const [outcome, first, second] = (await this.runScript(turn, resume)) as [string, string, string];
    if (outcome === 'recheck') return undefined;
    if (outcome === 'refused') throw await this.refusal(turn, { code: first, pendingId: second, errors: resume?.errors });
    if (outcome === 'joined') return this.joined(turn, first as RunId);
    // A new session, too: a deletion of the one before it may have taken the announced entry along.
    await this.index.touch(turn.thread_id);
    // Without an epoch it waits behind the active turn: whoever ends that one, or follows this one, enqueues it.
    const handoff = second === '' ? undefined : withEpoch(turn.handoff, Number(second));
    return { outcome: 'started', run_id: turn.run_id, turn: Number(first), ...(handoff && { handoff }) };
  }

  private async checked({ thread_id, request, handoff }: TurnStart): Promise<CheckedResume | undefined> {
    return request.kind === 'resume' ? this.checkResume.check(thread_id, request, languageOf(handoff)) : undefined;
  }

  private async runScript(turn: TurnStart, resume: CheckedResume | undefined): Promise<unknown> {
    const { thread_id: threadId, run_id: runId, idempotency } = turn;
    const keys = [
      ...[sessionKey, messagesKey, cardsKey].map((keyOf) => keyOf(threadId)),
      ...[runKey, runLogKey, runTextKey].map((keyOf) => keyOf(threadId, runId)),
      runsKey(threadId),
    ];
    const args = startTurnArgs(turn, resume, this.config);
    if (!idempotency) return SCRIPTS.turnStart.run(this.redis, keys, args);
    return SCRIPTS.turnStartOnce.run(this.redis, [...keys, idempotencyKey(threadId, idempotency.key)], args);
  }

  private async joined(turn: TurnStart, runId: RunId): Promise<TurnStarted> {
    const head = await this.findRun.find(turn.thread_id, runId);
    return { outcome: 'joined', run_id: head.run_id, turn: head.turn, ...(head.handoff && { handoff: head.handoff }) };
  }

  private async refusal({ thread_id }: TurnStart, { code, pendingId, errors }: Refusal): Promise<ParleyError> {
    if (!isErrorCode(code)) return new ParleyError('internal', {}, { cause: new Error(`unknown refusal ${code}`) });
    if (code === 'answers_invalid') return new ParleyError(code, { errors });
    const pending = SHOWS_CARD.has(code) && pendingId !== '' ? await this.cards.find(thread_id, pendingId) : undefined;
    return new ParleyError(code, pending ? { card: pending.card } : {});
  }
}
