import type { Answer, Card } from '@parley/client';
import { ProblemError } from '@parley/client';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useTexts } from '../language/language.js';
import { localStore } from '../storage/local-store.js';
import { type AnswerErrors, NO_ERRORS, placeErrors } from './answer-errors.js';
import type { FieldProblem } from './check-field.js';
import { checkForm } from './check-form.js';
import { cardDrafts } from './draft.js';
import { type FieldValue, type FieldValues, initialValues } from './field-values.js';

export const drafts = cardDrafts(localStore);

export interface CardForm {
  values: FieldValues;
  /** What is wrong, by field id; what the page found, else what the server said. */
  errors: Readonly<Record<string, string>>;
  /** What is wrong with the form as a whole. */
  formErrors: readonly string[];
  /** Grows with each refusal: the first wrong field is to be looked at. */
  refusals: number;
  isSending: boolean;
  change: (id: string, value: FieldValue) => void;
  submit: () => void;
  /** Submits these answers as they are. */
  submitAnswers: (answers: Answer[]) => void;
}

/** The state of a card's form, from its draft to the answers that were taken. */
export function useCardForm(card: Card, answer: (answers: Answer[]) => Promise<boolean>, error: Error | null): CardForm {
  const { card: texts } = useTexts();
  const [values, setValues] = useState<FieldValues>(() => drafts.read(card.card_id) ?? initialValues(card));
  const [problems, setProblems] = useState<Readonly<Record<string, FieldProblem>>>({});
  const [isUntouched, setUntouched] = useState(false);
  const [refused, setRefused] = useState<AnswerErrors>(NO_ERRORS);
  const [refusals, setRefusals] = useState(0);
  const [isSending, setSending] = useState(false);

  useEffect(() => {
    if (!(error instanceof ProblemError) || error.code !== 'answers_invalid') return;
    setRefused(placeErrors(card, error.errors));
    setRefusals((count) => count + 1);
  }, [card, error]);

  const submitAnswers = useCallback(
    (answers: Answer[]) => {
      setRefused(NO_ERRORS);
      setSending(true);
      void answer(answers).finally(() => setSending(false));
    },
    [answer],
  );

  const change = useCallback(
    (id: string, value: FieldValue) => {
      setValues((before) => {
        const after = { ...before, [id]: value };
        drafts.keep(card.card_id, after);
        return after;
      });
      setProblems((before) => without(before, id));
      setRefused((before) => ({ ...before, fields: without(before.fields, id) }));
      setUntouched(false);
    },
    [card],
  );

  const submit = (): void => {
    const checked = checkForm(card, values);
    setProblems(checked.ok ? {} : checked.problems);
    setUntouched(!checked.ok && checked.isUntouched && card.items.length > 1);
    if (checked.ok) submitAnswers(checked.answers);
    else setRefusals((count) => count + 1);
  };

  const errors = useMemo(() => {
    const found = Object.entries(problems).map(([id, problem]) => [id, texts.problems[problem]] as const);
    return { ...refused.fields, ...Object.fromEntries(found) };
  }, [problems, refused, texts]);
  const formErrors = [...(isUntouched ? [texts.answerOne] : []), ...refused.others];
  return { values, errors, formErrors, refusals, isSending, change, submit, submitAnswers };
}

function without<Value>(all: Readonly<Record<string, Value>>, id: string): Readonly<Record<string, Value>> {
  if (!(id in all)) return all;
  return Object.fromEntries(Object.entries(all).filter(([each]) => each !== id));
}
