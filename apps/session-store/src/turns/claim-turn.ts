import { Inject, Injectable } from '@nestjs/common';
import {
  runKey,
  runLeaseKey,
  runTextKey,
  sessionKey,
  type AnswerAction,
  type RunKind,
  type StoreCalls,
  type ThreadId,
  type TurnAnswers,
  type TurnClaim,
} from '@parley/contracts';
import { REDIS } from '@parley/platform';
import type { RedisClient } from '@parley/run-log';
import { SessionStoreConfig } from '../config.js';
import { itemAnswersOf } from '../messages/message-entry.js';
import { MessagesService } from '../messages/messages.service.js';
import { SCRIPTS } from '../redis/scripts.js';
import { threadArgs } from '../redis/thread-args.js';

/** Gives a run to a worker, with all that it needs to know of its session. */
@Injectable()
export class ClaimTurn {
  constructor(
    @Inject(REDIS) private readonly redis: RedisClient,
    private readonly config: SessionStoreConfig,
    private readonly messages: MessagesService,
  ) {}

  /** `closed` where there is nothing (any more) to do, `held` where another worker is at it. */
  async claim(request: StoreCalls['turn.claim']['request']): Promise<TurnClaim> {
    const { thread_id: threadId, run_id: runId, epoch, lease_ms, history_turns } = request;
    const keys = [sessionKey(threadId), runKey(threadId, runId), runLeaseKey(threadId, runId), runTextKey(threadId, runId)];
    const args = [...threadArgs(threadId, this.config), runId, String(epoch), lease_ms];
    const claimed = (await SCRIPTS.turnClaim.run(this.redis, keys, args)) as string[];
    const [attempt, lastSeq, shownText, kind, turn, chatTurn, agentId, sessionId, userId, remainingMs, mergedUpto, answeredTurn] =
      claimed;
    if (attempt === undefined) return { outcome: 'closed' };
    if (attempt === 'held') return { outcome: 'held', lease_left_ms: Number(lastSeq) };
    const [{ message, history }, answers] = await Promise.all([
      this.messages.upTo(threadId, Number(chatTurn), history_turns),
      this.answersBetween(threadId, Number(mergedUpto), Number(answeredTurn)),
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
      message,
      history,
      answers,
      remaining_ms: Number(remainingMs),
    };
  }

  /** Of the turns after `mergedUpto` up to `answeredTurn`, the latest with answers: most turns have none to look for. */
  private async answersBetween(threadId: ThreadId, mergedUpto: number, answeredTurn: number): Promise<TurnAnswers[]> {
    if (answeredTurn <= mergedUpto) return [];
    const entries = await this.messages.userMessages(threadId, mergedUpto + 1, answeredTurn);
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
