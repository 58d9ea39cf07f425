import type { Answer, Card } from '@parley/client';
import { Alert } from 'antd';
import { type FormEvent, type ReactNode, type RefObject, useCallback, useEffect, useId, useRef } from 'react';
import { fullTime } from '../language/format.js';
import { useLanguage, useTexts } from '../language/language.js';
import { CardButtons } from './card-buttons.js';
import { CardHeading } from './card-heading.js';
import { CardItems } from './card-items.js';
import { ConfirmQuestion } from './confirm-question.js';
import { fieldId } from './field-values.js';
import { useCardForm } from './use-card-form.js';
import { tabStops, useFocusTrap } from './use-focus-trap.js';
import { yesOrNoQuestion } from './yes-or-no.js';
import './card.css';

export interface CardPanelProps {
  card: Card;
  /** Resolves with whether the answers were taken. */
  answer: (answers: Answer[]) => Promise<boolean>;
  cancel: () => Promise<boolean>;
  /** What went wrong last. */
  error: Error | null;
  onMinimize: () => void;
}

/** The open questions as a form that floats above the conversation, which stays readable. */
export function CardPanel({ card, answer, cancel, error, onMinimize }: CardPanelProps): ReactNode {
  const { card: texts } = useTexts();
  const language = useLanguage();
  const panel = useRef<HTMLElement>(null);
  const titleId = useId();
  const messageId = useId();
  const form = useCardForm(card, answer, error);
  const onKeyDown = useFocusTrap(panel, onMinimize);
  const question = yesOrNoQuestion(card);

  useFirstFocus(panel);
  useEffect(() => {
    if (form.refusals > 0) firstFault(panel.current)?.focus();
  }, [form.refusals]);

  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (!form.isSending && !question) form.submit();
  };
  const onCancel = useCallback(() => void cancel(), [cancel]);
  const faults = Object.keys(form.errors).length;

  return (
    <section
      ref={panel}
      className="card"
      role="dialog"
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
            <ConfirmQuestion question={question} error={form.errors[fieldId(question)]} />
          ) : (
            <CardItems card={card} form={form} />
          )}
          {card.expires_at && <p className="card-hint">{texts.expires(fullTime(card.expires_at, language))}</p>}
        </div>
        <footer className="card-foot">
          {form.formErrors.map((text) => (
            <Alert key={text} type="error" showIcon title={text} />
          ))}
          {faults > 1 && form.formErrors.length === 0 && <p className="card-faults">{texts.fixErrors(faults)}</p>}
          <CardButtons card={card} form={form} onCancel={onCancel} />
        </footer>
      </form>
    </section>
  );
}

/** A card that comes up takes the focus, to its first answer. */
function useFirstFocus(panel: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const body = panel.current?.querySelector<HTMLElement>('.card-body');
    const foot = panel.current?.querySelector<HTMLElement>('.card-foot');
    const [first] = [...(body ? tabStops(body) : []), ...(foot ? tabStops(foot) : [])];
    first?.focus({ preventScroll: true });
  }, [panel]);
}

function firstFault(panel: HTMLElement | null): HTMLElement | undefined {
  const field = panel?.querySelector<HTMLElement>('[data-error]');
  field?.scrollIntoView({ block: 'nearest' });
  return field ? tabStops(field)[0] : undefined;
}
