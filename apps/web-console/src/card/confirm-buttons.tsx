import type { Question } from '@parley/client';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTexts } from '../language/language.js';
import type { CardForm } from './use-card-form.js';

export interface ConfirmButtonsProps {
  question: Question;
  questionId: string | undefined;
  form: Pick<CardForm, 'isSending' | 'submitAnswers'>;
}

/** Yes and no: either answers the question. */
export function ConfirmButtons({ question, questionId, form }: ConfirmButtonsProps): ReactNode {
  const texts = useTexts().card;
  const [chosen, setChosen] = useState(true);
  const { isSending, submitAnswers } = form;
  const { field_key, item_id } = question;
  const answer = (value: boolean): void => {
    setChosen(value);
    submitAnswers([{ field_key, item_id, value }]);
  };
  const stateOf = (value: boolean) => ({ loading: isSending && chosen === value, disabled: isSending && chosen !== value });
  return (
    <>
      <Button aria-describedby={questionId} onClick={() => answer(false)} {...stateOf(false)}>
        {texts.no}
      </Button>
      <Button type="primary" aria-describedby={questionId} onClick={() => answer(true)} {...stateOf(true)}>
        {texts.yes}
      </Button>
    </>
  );
}
