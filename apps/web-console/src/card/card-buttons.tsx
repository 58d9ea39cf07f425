import type { Card } from '@parley/client';
import { Button } from 'antd';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { useTexts } from '../language/language.js';
import { ConfirmButtons } from './confirm-buttons.js';
import type { CardForm } from './use-card-form.js';
import { yesOrNoQuestion } from './yes-or-no.js';

export interface CardButtonsProps {
  card: Card;
  form: Pick<CardForm, 'isSending' | 'submitAnswers'>;
  /** Of the question that buttons answer. */
  questionId: string | undefined;
  onCancel: () => void;
}

/** What can be done with a card: answer it, or go on without; the latter is asked twice, as it cannot be taken back. */
export function CardButtons({ card, form, questionId, onCancel }: CardButtonsProps): ReactNode {
  const texts = useTexts().card;
  const [step, setStep] = useState<'answering' | 'leaving' | 'back'>('answering');
  const { isSending } = form;
  const question = yesOrNoQuestion(card);
  // By their keys the two are other buttons, and take the focus as they come.
  if (step === 'leaving') {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || isSending) return;
      event.stopPropagation();
      setStep('back');
    };
    return (
      <div key="leaving" className="card-buttons" role="group" aria-label={texts.skipQuestion} onKeyDown={onKeyDown}>
        <span className="card-leaving">{texts.skipQuestion}</span>
        <Button onClick={() => setStep('back')} disabled={isSending} autoFocus>
          {texts.skipNo}
        </Button>
        <Button danger onClick={onCancel} loading={isSending} data-busy={isSending}>
          {texts.skipYes}
        </Button>
      </div>
    );
  }
  return (
    <div key="answering" className="card-buttons">
      <Button
        type="text"
        className="card-skip"
        onClick={() => setStep('leaving')}
        disabled={isSending}
        autoFocus={step === 'back'}
      >
        {texts.skip}
      </Button>
      {question ? (
        <ConfirmButtons question={question} questionId={questionId} form={form} />
      ) : (
        <Button type="primary" htmlType="submit" loading={isSending} data-busy={isSending}>
          {isSending ? texts.sending : card.review_type === 'phase_done' ? texts.proceed : texts.submit}
        </Button>
      )}
    </div>
  );
}
