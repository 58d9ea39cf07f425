import type { Card } from '@parley/client';
import { useEffect, useRef, useState } from 'react';
import { drafts } from '../card/use-card-form.js';

export interface OpenCard {
  isMinimized: boolean;
  minimize: () => void;
  open: () => void;
}

/** What the page does with the open card. One that is no longer open leaves no draft behind. */
export function useOpenCard(card: Card | null, onSettled: () => void): OpenCard {
  const cardId = card?.card_id;
  const [minimizedId, setMinimizedId] = useState<string>();
  const shownId = useRef<string>(undefined);
  const settled = useRef(onSettled);
  useEffect(() => {
    settled.current = onSettled;
  });
  useEffect(() => {
    const before = shownId.current;
    shownId.current = cardId;
    if (before === undefined || before === cardId) return;
    drafts.drop(before);
    if (cardId === undefined) settled.current();
  }, [cardId]);
  return {
    isMinimized: cardId !== undefined && minimizedId === cardId,
    minimize: () => setMinimizedId(cardId),
    open: () => setMinimizedId(undefined),
  };
}
