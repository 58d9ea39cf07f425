import { type Answer, type Card, ProblemError } from '@parley/client';
import type { Consultation } from '@parley/client/react';
import { App } from 'antd';
import { useCallback, useEffect, useRef, useState } from 'react';
import { drafts } from '../card/draft.js';
import { settledNotice } from '../card/settled-notice.js';
import type { ShownCardProps } from '../card/shown-card.js';
import { useTexts } from '../language/language.js';

export interface OpenCard extends Omit<ShownCardProps, 'card'> {
  /** What went wrong last and is not said at the card. */
  otherError: Error | null;
}

type Consulted = Pick<Consultation, 'status' | 'card' | 'messages' | 'session' | 'error' | 'answer' | 'cancelCard'>;

/**
 * What the page does with the open card. One that is no longer open leaves no draft behind; why it went is told where nobody can
 * know. `onSettled`: nothing is open any more, and the focus was in the card.
 */
export function useOpenCard(consultation: Consulted, onSettled: () => void): OpenCard {
  const { card, messages, error, answer, cancelCard } = consultation;
  const cardId = card?.card_id;
  const [minimizedId, setMinimizedId] = useState<string>();
  const refusal = useRefusal(cardId, error);
  // However they were sent: by the form, or again after the connection was lost.
  const own = messages.findLast(({ answers, state }) => answers && (state === 'sending' || state === 'unsent'));
  useSettled(consultation, own?.answers, onSettled);
  useOldDrafts(consultation);

  const settle = useCallback(
    async (attempt: () => Promise<boolean>): Promise<boolean> => {
      const isTaken = await attempt();
      if (isTaken && cardId !== undefined) drafts.drop(cardId);
      return isTaken;
    },
    [cardId],
  );

  return {
    isMinimized: cardId !== undefined && minimizedId === cardId,
    isSending: own?.state === 'sending',
    refusal: refusal?.cardId === cardId ? (refusal?.error ?? null) : null,
    otherError: refusal ? null : error,
    minimize: useCallback(() => setMinimizedId(cardId), [cardId]),
    open: useCallback(() => setMinimizedId(undefined), []),
    answer: useCallback((answers) => settle(() => answer(answers)), [settle, answer]),
    cancel: useCallback(() => settle(cancelCard), [settle, cancelCard]),
  };
}

interface Refusal {
  cardId: string | undefined;
  error: ProblemError;
}

/** What is wrong with answers belongs to the card that was open when it was said, and to none that is opened after it. */
function useRefusal(cardId: string | undefined, error: Error | null): Refusal | undefined {
  const [refusal, setRefusal] = useState<Refusal>();
  if (!(error instanceof ProblemError) || error.code !== 'answers_invalid') return undefined;
  if (refusal?.error === error) return refusal;
  const latest = { cardId, error };
  setRefusal(latest);
  return latest;
}

/** Sees to a card that is no longer open. */
function useSettled(
  { card, messages, session, error }: Consulted,
  own: readonly Answer[] | undefined,
  onSettled: () => void,
): void {
  const { card: texts, errors } = useTexts();
  const { message } = App.useApp();
  const shown = useRef<{ card: Card; given: readonly (readonly Answer[])[] }>(undefined);

  useEffect(() => {
    const gone = shown.current && shown.current.card.card_id !== card?.card_id ? shown.current : undefined;
    const given = gone ? [] : (shown.current?.given ?? []);
    shown.current = card ? { card, given: own && !given.includes(own) ? [...given, own] : given } : undefined;
    if (!gone) return;
    drafts.drop(gone.card.card_id);
    const notice = settledNotice({ ...gone, messages, session, error, nowMs: Date.now() });
    if (notice) void message.info(notice === 'expired' ? errors.codes['card_expired'] : texts.elsewhere);
    // Who is doing something else meanwhile is not fetched away from it.
    if (!card && document.activeElement === document.body) onSettled();
  });
}

/** Cards that were settled while no page was open leave no draft behind either. */
function useOldDrafts({ status, session, card, messages }: Consulted): void {
  const isKnown = status !== 'restoring' && session !== null;
  useEffect(() => {
    if (!isKnown) return;
    const open = [card?.card_id, session.awaiting_card];
    const cardIds = messages.flatMap((message) => message.card?.card_id ?? []);
    for (const cardId of cardIds) if (!open.includes(cardId)) drafts.drop(cardId);
    // Those that are settled from now on are seen to as they go.
  }, [isKnown]);
}
