import { Injectable } from '@nestjs/common';
import { ParleyError, type Card, type HandoffMessage, type ThreadId, type TurnStart } from '@parley/contracts';
import type { ResumeRequest } from './check-resume.js';
import { PendingCards } from './pending-cards.js';
import { readAnswer } from './read-answer.js';

/** A resume that was written as a message. It answers the card that was pending when it came, or none. */
export type AnsweringTurn = TurnStart & { met_card: string };

/** The policy `on_pending_card: answer`: a message is the answer to the one open question. */
@Injectable()
export class AnswerByMessage {
  constructor(private readonly cards: PendingCards) {}

  /**
   * The resume that a message means. Undefined where it means itself: under another policy, with no card pending, and with
   * several open questions, for which it is refused. What cannot be read is in it as no value, and refused with it.
   */
  async resumeOf(turn: TurnStart): Promise<AnsweringTurn | undefined> {
    const { request, on_pending_card, thread_id } = turn;
    if (request.kind === 'resume' || on_pending_card !== 'answer') return undefined;
    const card = await this.pendingCard(thread_id);
    const [question, ...others] = card?.questions ?? [];
    if (!card || !question || others.length > 0) return undefined;
    const { field_key, item_id } = question;
    const answers = [{ field_key, value: readAnswer(question, request.message), item_id }];
    const resume: ResumeRequest = { kind: 'resume', card_id: card.card_id, action: 'submit', answers };
    return { ...turn, request: resume, handoff: resumeHandoff(turn.handoff, resume), met_card: card.card_id };
  }

  /** A session that is not there yet has none. */
  private async pendingCard(threadId: ThreadId): Promise<Card | null> {
    try {
      return (await this.cards.get(threadId)).card;
    } catch (error) {
      if (error instanceof ParleyError && error.code === 'session_not_found') return null;
      throw error;
    }
  }
}

function resumeHandoff(handoff: HandoffMessage, { card_id, action, answers }: ResumeRequest): HandoffMessage {
  const { payload } = handoff;
  const request = { card_id, user_response: { action, answers } };
  return { ...handoff, payload: { ...payload, request, options: { ...payload.options, kind: 'resume' } } };
}
