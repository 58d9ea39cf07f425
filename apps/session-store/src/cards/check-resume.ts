import { Injectable } from '@nestjs/common';
import { ParleyError, type ItemAnswers, type ThreadId, type TurnStart } from '@parley/contracts';
import { SessionsService } from '../sessions/sessions.service.js';
import { PendingCards } from './pending-cards.js';
import { answersFingerprint, checkAnswers } from './validate-answers.js';

type ResumeOf = Extract<TurnStart['request'], { kind: 'resume' }>;

export interface CheckedResume {
  /** The card these answers fit; the script refuses them for any other. */
  cardId?: string;
  items: ItemAnswers[];
  /** The same for the same action and answers, in whatever order. */
  fingerprint: string;
}

/** Checks answers against their card, before anything is claimed. A card never changes, so what was found holds. */
@Injectable()
export class CheckResume {
  constructor(
    private readonly sessions: SessionsService,
    private readonly cards: PendingCards,
  ) {}

  /** Throws `session_not_found`, and `answers_invalid` for the pending card; about any other card the script decides. */
  async check(threadId: ThreadId, request: ResumeOf): Promise<CheckedResume> {
    const [pendingId] = await this.sessions.read(threadId, ['card']);
    const cardId = request.card_id ?? pendingId ?? undefined;
    const card = cardId ? await this.cards.body(threadId, cardId) : undefined;
    if (!card) return { items: [], fingerprint: '' };
    if (request.action === 'cancel') {
      const items = card.items.map(({ item_id, skill }) => ({ item_id, skill, values: {} }));
      return { cardId, items, fingerprint: answersFingerprint('cancel', []) };
    }
    const checked = checkAnswers(card, request.answers);
    if (checked.ok) return { cardId, items: checked.items, fingerprint: answersFingerprint('submit', checked.items) };
    if (cardId === pendingId) throw new ParleyError('answers_invalid', { errors: checked.errors });
    return { items: [], fingerprint: 'none' };
  }
}
