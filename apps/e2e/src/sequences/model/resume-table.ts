import type { Answer, AnswerAction, ErrorCode, ItemAnswers, RunId } from '@parley/contracts';
import { readAnswers } from './read-answers.js';
import { type KnownCard, knownCard, pendingCard, type World } from './world.js';

export interface AskedResume {
  /** Without it: the one that is pending. */
  cardId?: string;
  action: AnswerAction;
  answers: readonly Answer[];
}

/** What a resume must be answered with. */
export type ExpectedResume =
  | { is: 'taken'; card: KnownCard; items: readonly ItemAnswers[] }
  | { is: 'joined'; runId: RunId }
  /** `faults`: as `readAnswers` has them. */
  | { is: 'refused'; code: ErrorCode; faults?: string[] };

const refused = (code: ErrorCode): ExpectedResume => ({ is: 'refused', code });

/** The table of the protocol (section 4, Resume), told again. */
export function expectResume(world: World, { cardId, action, answers }: AskedResume): ExpectedResume {
  const known = knownCard(world, cardId ?? pendingCard(world)?.card.card_id);
  if (!known) return refused(cardId === undefined ? 'no_pending_card' : 'card_stale');
  const { card, fate, claim } = known;
  if (fate === 'superseded') return refused('card_stale');
  if (fate === 'expired') return refused('card_expired');

  const read =
    action === 'cancel'
      ? { items: card.items.map(({ item_id, skill }) => ({ item_id, skill, values: {} })) }
      : readAnswers(card, answers);
  if (fate === 'pending' && 'faults' in read) return { is: 'refused', code: 'answers_invalid', faults: read.faults };
  const items = 'items' in read ? read.items : [];
  if (fate === 'pending') return { is: 'taken', card: known, items };

  if ('faults' in read || !claim || claim.action !== action || !sameItems(claim.items, items))
    return refused(fate === 'answered' ? 'card_already_answered' : 'card_stale');
  const { latest } = world;
  const goesOn = latest?.runId === claim.runId && latest.hasFailed;
  return goesOn ? { is: 'taken', card: known, items } : { is: 'joined', runId: claim.runId };
}

export function sameItems(one: readonly ItemAnswers[], two: readonly ItemAnswers[]): boolean {
  return canonical(one) === canonical(two);
}

const canonical = (items: readonly ItemAnswers[]): string =>
  JSON.stringify(
    items.map(({ item_id, values }) => [item_id, Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1))]).sort(),
  );
