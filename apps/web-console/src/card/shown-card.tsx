import type { Card, ProblemError } from '@parley/client';
import type { ReactNode } from 'react';
import { CardPanel, type CardPanelProps } from './card-panel.js';
import { MinimizedCard } from './minimized-card.js';

export interface ShownCardProps extends Pick<CardPanelProps, 'answer' | 'cancel'> {
  card: Card;
  /** Whether answers are on their way, also from before the card was put aside. */
  isSending: boolean;
  /** What the server says is wrong with the answers that it got. */
  refusal: ProblemError | null;
  isMinimized: boolean;
  minimize: () => void;
  open: () => void;
}

/** The open card: as a form, or put aside. */
export function ShownCard({ card, answer, cancel, isSending, refusal, isMinimized, minimize, open }: ShownCardProps): ReactNode {
  return isMinimized ? (
    <MinimizedCard card={card} isSending={isSending} isRefused={refusal !== null} onOpen={open} />
  ) : (
    <CardPanel
      key={card.card_id}
      card={card}
      answer={answer}
      cancel={cancel}
      isSending={isSending}
      error={refusal}
      onMinimize={minimize}
    />
  );
}
