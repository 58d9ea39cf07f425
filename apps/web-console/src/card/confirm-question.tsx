import type { Card, Question } from '@parley/client';
import type { ReactNode } from 'react';
import { ItemMessage } from './item-message.js';
import { fieldId } from './field-values.js';

export interface ConfirmQuestionProps {
  id: string;
  card: Card;
  question: Question;
  error: string | undefined;
}

/** A question that the buttons below it answer. It can have the focus, and is read out then. */
export function ConfirmQuestion({ id, card, question, error }: ConfirmQuestionProps): ReactNode {
  const item = card.items.find(({ item_id }) => item_id === question.item_id);
  return (
    <>
      {item && <ItemMessage item={item} except={card.message} />}
      <div className="field" data-field={fieldId(question)} data-error={error !== undefined || undefined}>
        <div id={id} className="confirm-question" tabIndex={-1}>
          <p>{question.question}</p>
          {question.help && <p className="field-hint">{question.help}</p>}
          <p className="field-error">{error}</p>
        </div>
      </div>
    </>
  );
}
