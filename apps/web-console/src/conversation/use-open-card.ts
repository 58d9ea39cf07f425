import type { Answer } from '@parley/client';
import type { Consultation } from '@parley/client/react';
import { App } from 'antd';
import { useCallback, useEffect, useRef, useState } from 'react';
import { drafts } from '../card/use-card-form.js';
import { useTexts } from '../language/language.js';

export interface OpenCard {
  isMinimized: boolean;
  minimize: () => void;
  open: () => void;
  /** As those of the consultation. */
  answer: (answers: Answer[]) => Promise<boolean>;
  cancel: () => Promise<boolean>;
}

type Consulted = Pick<Consultation, 'card' | 'answer' | 'cancelCard'>;

/** What the page does with the open card. One that is no longer open leaves no draft behind; why it went is told where that was not here. */
export function useOpenCard({ card, answer, cancelCard }: Consulted, onSettled: () => void): OpenCard {
  const { elsewhere } = useTexts().card;
  const { message } = App.useApp();
  const cardId = card?.card_id;
  const [minimizedId, setMinimizedId] = useState<string>();
  const shownId = useRef<string>(undefined);
  /** The card that is being settled here. */
  const settledHere = useRef<string>(undefined);

  const settle = useCallback(
    async (attempt: () => Promise<boolean>): Promise<boolean> => {
      settledHere.current = cardId;
      const isTaken = await attempt();
      if (!isTaken) settledHere.current = undefined;
      return isTaken;
    },
    [cardId],
  );

  const onGone = useRef((_goneId: string, _hasNext: boolean): void => undefined);
  useEffect(() => {
    onGone.current = (goneId, hasNext) => {
      drafts.drop(goneId);
      if (settledHere.current !== goneId) void message.info(elsewhere);
      if (!hasNext) onSettled();
    };
  });
  useEffect(() => {
    const before = shownId.current;
    shownId.current = cardId;
    if (before !== undefined && before !== cardId) onGone.current(before, cardId !== undefined);
  }, [cardId]);

  return {
    isMinimized: cardId !== undefined && minimizedId === cardId,
    minimize: useCallback(() => setMinimizedId(cardId), [cardId]),
    open: () => setMinimizedId(undefined),
    answer: useCallback((answers) => settle(() => answer(answers)), [settle, answer]),
    cancel: useCallback(() => settle(cancelCard), [settle, cancelCard]),
  };
}
