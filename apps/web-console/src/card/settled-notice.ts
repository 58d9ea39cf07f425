import type { Answer, Card } from '@parley/client';
import type { ConsultationState } from '@parley/client/store';

export interface SettledCard extends Pick<ConsultationState, 'messages' | 'session' | 'error'> {
  /** The card that is no longer open. */
  card: Card;
  /** All answers that were given to it on this page, whether they are known to have arrived or not. */
  given: readonly (readonly Answer[])[];
  nowMs: number;
}

/** Errors that say by themselves that the card is settled. */
const SAYS_SO = ['card_stale', 'card_already_answered', 'card_expired', 'no_pending_card'];

/**
 * What a person is to be told about a card that is no longer open; undefined where he knows: he has answered it here, he is told
 * by an error, or the whole consultation is gone. Who answered it is told by what the conversation holds, not by the responses:
 * those may be lost, or come after the feed.
 */
export function settledNotice({
  card,
  given,
  messages,
  session,
  error,
  nowMs,
}: SettledCard): 'elsewhere' | 'expired' | undefined {
  const taken = takenAnswers(card, messages);
  if (taken && given.some((answers) => isSame(answers, taken))) return undefined;
  if (session === null || (error && 'code' in error && SAYS_SO.includes(error.code))) return undefined;
  const hasLapsed = card.expires_at !== undefined && Date.parse(card.expires_at) <= nowMs;
  return !taken && hasLapsed ? 'expired' : 'elsewhere';
}

/** The answers that the server has taken for the card, or is about to: the first ones after it. */
function takenAnswers({ card_id }: Card, messages: SettledCard['messages']): readonly Answer[] | undefined {
  const asked = messages.findLastIndex(({ card }) => card?.card_id === card_id);
  return messages.slice(asked + 1).find(({ answers, state }) => answers && state !== 'unsent')?.answers;
}

function isSame(given: readonly Answer[], taken: readonly Answer[]): boolean {
  const isAmong = ({ field_key, item_id, value }: Answer): boolean =>
    taken.some(
      (other) =>
        other.field_key === field_key &&
        (other.item_id ?? item_id) === (item_id ?? other.item_id) &&
        JSON.stringify(other.value) === JSON.stringify(value),
    );
  return given.length === taken.length && given.every(isAmong);
}
