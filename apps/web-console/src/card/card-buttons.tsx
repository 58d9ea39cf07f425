import type { Card } from '@parley/client';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTexts } from '../language/language.js';
import type { CardForm } from './use-card-form.js';
import { yesOrNoQuestion } from './yes-or-no.js';

export interface CardButtonsProps {
  card: Card;
  form: Pick<CardForm, 'isSending' | 'submitAnswers'>;
  onCancel: () => void;
}

/** What can be done with a card: answer it, or go on without; the latter is asked twice, as it cannot be taken back. */
export function CardButtons({ card, form, onCancel }: CardButtonsProps): ReactNode {
  const texts = useTexts().card;
  const [isLeaving, setLeaving] = useState(false);
  const { isSending } = form;
  if (isLeaving) {
    return (
      <div className="card-buttons" role="group" aria-label={texts.skipQuestion}>
        <span className="card-leaving">{texts.skipQuestion}</span>
        <Button onClick={() => setLeaving(false)} disabled={isSending} autoFocus>
          {texts.skipNo}
        </Button>
        <Button danger onClick={onCancel} loading={isSending}>
          {texts.skipYes}
        </Button>
      </div>
    );
  }
  return (
    <div className="card-buttons">
      <Button type="text" className="card-skip" onClick={() => setLeaving(true)} disabled={isSending}>
        {texts.skip}
      </Button>
      <AnswerButtons card={card} form={form} />
    </div>
  );
}

function AnswerButtons({ card, form }: Omit<CardButtonsProps, 'onCancel'>): ReactNode {
  const texts = useTexts().card;
  const question = yesOrNoQuestion(card);
  const { isSending, submitAnswers } = form;
  if (!question) {
    return (
      <Button type="primary" htmlType="submit" loading={isSending}>
        {isSending ? texts.sending : card.review_type === 'phase_done' ? texts.proceed : texts.submit}
      </Button>
    );
  }
  const { field_key, item_id } = question;
  const answer = (value: boolean): void => submitAnswers([{ field_key, item_id, value }]);
  return (
    <>
      <Button onClick={() => answer(false)} disabled={isSending}>
        {texts.no}
      </Button>
      <Button type="primary" onClick={() => answer(true)} loading={isSending}>
        {texts.yes}
      </Button>
    </>
  );
}
