import { Injectable } from '@nestjs/common';
import type { AnswerError, ItemAnswers, Lang, ThreadId, TurnStart } from '@parley/contracts';
import { SessionsService } from '../sessions/sessions.service.js';
import { answersFingerprint } from './answers-fingerprint.js';
import { PendingCards, type Asker } from './pending-cards.js';
import { checkAnswers } from './validate-answers.js';

export type ResumeRequest = Extract<TurnStart['request'], { kind: 'resume' }>;

export interface CheckedResume {
  /** The card the answers were checked against; absent where there is no such card. The script takes them for no other. */
  cardId?: string;
  asker?: Asker;
  /** Why they do not fit it; empty where they do. */
  errors: AnswerError[];
  items: ItemAnswers[];
  /** The same for the same action and answers, in whatever order. Answers that do not fit have one that no claim has. */
  fingerprint: string;
}

const NO_CARD: CheckedResume = { errors: [], items: [], fingerprint: 'none' };

/** Checks answers against their card, before anything is claimed. A card never changes, so what was found holds. */
@Injectable()
export class CheckResume {
  constructor(
    private readonly sessions: SessionsService,
    private readonly cards: PendingCards,
  ) {}

  /** Refuses nothing itself: a repeated request must hear of its run, whatever is pending by now. Throws `session_not_found`. */
  async check(threadId: ThreadId, request: ResumeRequest, lang: Lang): Promise<CheckedResume> {
    const [pendingId] = await this.sessions.read(threadId, ['card']);
    const cardId = request.card_id ?? (pendingId || undefined);
    const asked = cardId === undefined ? undefined : await this.cards.find(threadId, cardId);
    if (!asked) return NO_CARD;
    const { card, asker } = asked;
    const about = { cardId, asker };
    if (request.action === 'cancel') {
      const items = card.items.map(({ item_id, skill }) => ({ item_id, skill, values: {} }));
      return { ...about, errors: [], items, fingerprint: answersFingerprint('cancel', []) };
    }
    const checked = checkAnswers(card, request.answers, lang);
    if (!checked.ok) return { ...NO_CARD, ...about, errors: checked.errors };
    return { ...about, errors: [], items: checked.items, fingerprint: answersFingerprint('submit', checked.items) };
  }
}
