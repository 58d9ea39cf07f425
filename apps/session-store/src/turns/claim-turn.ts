import { Inject, Injectable } from '@nestjs/common';
import {
  runKey,
  runLeaseKey,
  runTextKey,
  sessionKey,
  threadBase,
  type AnswerAction,
  type RunKind,
  type StoreCalls,
  type TurnAnswers,
  type TurnClaim,
} from '@parley/contracts';
import { REDIS } from '@parley/platform';
import type { RedisClient } from '@parley/run-log';
import { SessionStoreConfig } from '../config.js';
import { itemAnswersOf } from '../messages/message-entry.js';
import { MessagesService } from '../messages/messages.service.js';
import { SCRIPTS } from '../redis/scripts.js';

/** Gives a run to a worker, with all that it needs to know of its session. */
@Injectable()
export class ClaimTurn {
  constructor(
    @Inject(REDIS) private readonly redis: RedisClient,
    private readonly config: SessionStoreConfig,
    private readonly messages: MessagesService,
  ) {}

  /** `closed` where there is nothing (any more) to do. Of two claims the later one holds the run. */
  async claim(request: StoreCalls['turn.claim']['request']): Promise<TurnClaim> {
    const { thread_id: threadId, run_id: runId, epoch, lease_ms, history_turns } = request;
    const keys = [sessionKey(threadId), runKey(threadId, runId), runLeaseKey(threadId, runId), runTextKey(threadId, runId)];
    const args = [String(epoch), lease_ms, threadBase(threadId), this.config.logTtlMs];
    const claimed = (await SCRIPTS.turnClaim.run(this.redis, keys, args)) as string[];
    const [attempt, lastSeq, shownText, kind, turn, chatTurn, agentId, sessionId, userId, remainingMs, answersUpto] = claimed;
    if (attempt === undefined) return { outcome: 'closed' };
    const [message, history, answers] = await Promise.all([
      this.messages.userMessage(threadId, Number(chatTurn)),
      this.messages.history(threadId, Number(chatTurn), history_turns),
      this.answersAfter(threadId, Number(answersUpto)),
    ]);
    return {
      outcome: 'claimed',
      attempt: Number(attempt),
      last_seq: Number(lastSeq),
      shown_text: shownText ?? '',
      kind: kind as RunKind,
      turn: Number(turn),
      chat_turn: Number(chatTurn),
      agent_id: agentId ?? '',
      session_id: sessionId ?? '',
      user_id: userId ?? '',
      message: message?.content ?? '',
      history,
      answers,
      remaining_ms: Number(remainingMs),
    };
  }

  private async answersAfter(threadId: StoreCalls['turn.claim']['request']['thread_id'], turn: number): Promise<TurnAnswers[]> {
    const entries = await this.messages.userMessagesAfter(threadId, turn);
    return entries
      .filter((entry) => entry.items !== '')
      .map((entry) => ({
        turn: entry.turn,
        chat_turn: entry.chatTurn,
        card_id: entry.cardId,
        action: entry.action as AnswerAction,
        items: itemAnswersOf(entry),
      }));
  }
}
