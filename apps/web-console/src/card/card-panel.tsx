import type { Answer, Card } from '@parley/client';
import { type FormEvent, type ReactNode, useCallback, useId, useRef } from 'react';
import { fullTime } from '../language/format.js';
import { useLanguage, useTexts } from '../language/language.js';
import { CardButtons } from './card-buttons.js';
import { CardFaults, SpokenFaults } from './card-faults.js';
import { CardHeading } from './card-heading.js';
import { CardItems } from './card-items.js';
import { ConfirmQuestion } from './confirm-question.js';
import { fieldId } from './field-values.js';
import { unreadableFields } from './unreadable-fields.js';
import { useCardFocus } from './use-card-focus.js';
import { useCardForm } from './use-card-form.js';
import { useFocusTrap } from './use-focus-trap.js';
import { yesOrNoQuestion } from './yes-or-no.js';
import './card.css';

export interface CardPanelProps {
  card: Card;
  /** Resolves with whether the answers were taken. */
  answer: (answers: Answer[]) => Promise<boolean>;
  cancel: () => Promise<boolean>;
  /** Whether one of both is on its way. */
  isSending: boolean;
  /** What went wrong last. */
  error: Error | null;
  onMinimize: () => void;
}

/** The open questions as a form that floats above the conversation, which stays readable. */
export function CardPanel({ card, answer, cancel, isSending, error, onMinimize }: CardPanelProps): ReactNode {
  const { card: texts } = useTexts();
  const language = useLanguage();
  const panel = useRef<HTMLElement>(null);
  const [titleId, messageId, questionId] = [useId(), useId(), useId()];
  const form = useCardForm({ card, isSending, error, answer });
  const onKeyDown = useFocusTrap(panel, onMinimize);
  const question = yesOrNoQuestion(card);
  useCardFocus(panel, form);

  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (!form.isSending && !question) form.submit(unreadableFields(event.currentTarget));
  };
  const onCancel = useCallback(() => void cancel(), [cancel]);

  return (
    <>
      <section
        ref={panel}
        className="card"
        role="dialog"
        tabIndex={-1}
        aria-labelledby={titleId}
        aria-describedby={messageId}
        data-review={card.review_type}
        onKeyDown={onKeyDown}
      >
        <CardHeading card={card} titleId={titleId} onMinimize={onMinimize} />
        {/* The browser's own checks would speak its language, not the page's. */}
        <form className="card-form" noValidate onSubmit={onSubmit}>
          <div className="card-body">
            <div id={messageId}>
              {card.message && <p className="card-message">{card.message}</p>}
              <span className="for-ears">{texts.keyboard}</span>
            </div>
            {question ? (
              <ConfirmQuestion id={questionId} card={card} question={question} error={form.errors[fieldId(question)]} />
            ) : (
              <CardItems card={card} form={form} />
            )}
            {card.expires_at && <p className="card-hint">{texts.expires(fullTime(card.expires_at, language))}</p>}
          </div>
          <footer className="card-foot">
            <CardFaults form={form} />
            <CardButtons card={card} form={form} questionId={question && questionId} onCancel={onCancel} />
          </footer>
        </form>
      </section>
      <SpokenFaults form={form} />
    </>
  );
}
