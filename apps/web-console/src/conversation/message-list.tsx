import type { Card } from '@parley/client';
import type { ConsultationMessage } from '@parley/client/store';
import type { ReactNode } from 'react';
import { useTexts } from '../language/language.js';
import { answeredCard } from './answered-card.js';
import { Message } from './message.js';

export interface MessageListProps {
  messages: readonly ConsultationMessage[];
  /** The card that is open: it is shown elsewhere. */
  card: Card | null;
  isWaiting: boolean;
}

export function MessageList({ messages, card, isWaiting }: MessageListProps): ReactNode {
  const { label, waiting } = useTexts().conversation;
  return (
    <>
      <ol className="messages" aria-label={label}>
        {messages.map((message, index) => (
          <Message
            key={message.key}
            message={message}
            answered={answeredCard(messages, index)}
            isAsking={card !== null && message.card?.card_id === card.card_id}
          />
        ))}
      </ol>
      {isWaiting && (
        <p className="waiting">
          <span className="waiting-dots" aria-hidden>
            <span />
            <span />
            <span />
          </span>
          {waiting}
        </p>
      )}
    </>
  );
}
