import type { Answer, Card } from '@parley/client';
import { ProblemError } from '@parley/client';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useTexts } from '../language/language.js';
import { type AnswerErrors, NO_ERRORS, placeErrors } from './answer-errors.js';
import type { FieldProblem } from './check-field.js';
import { checkForm } from './check-form.js';
import { drafts } from './draft.js';
import { type FieldValue, type FieldValues, initialValues } from './field-values.js';

export interface CardFormOptions {
  card: Card;
  /** Whether answers are on their way: nothing is sent meanwhile, and nothing can be changed. */
  isSending: boolean;
  /** What went wrong last. */
  error: Error | null;
  answer: (answers: Answer[]) => Promise<boolean>;
}

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
  /** `unreadable`: ids of fields with something in them that is no value. */
  submit: (unreadable: ReadonlySet<string>) => void;
  /** Submits these answers as they are. */
  submitAnswers: (answers: Answer[]) => void;
}

/** The state of a card's form, from its draft to the answers that were taken. */
export function useCardForm({ card: given, isSending, error, answer }: CardFormOptions): CardForm {
  const { card: texts } = useTexts();
  // A card never changes: another object of it, fetched anew, is no news to the form.
  const [card] = useState(given);
  const [values, setValues] = useState<FieldValues>(() => ({ ...initialValues(card), ...drafts.read(card.card_id) }));
  const [problems, setProblems] = useState<Readonly<Record<string, FieldProblem>>>({});
  const [isUntouched, setUntouched] = useState(false);
  const [refused, setRefused] = useState<AnswerErrors>(NO_ERRORS);
  const [refusals, setRefusals] = useState(0);

  useEffect(() => {
    if (!(error instanceof ProblemError) || error.code !== 'answers_invalid') return;
    setRefused(placeErrors(card, error.errors));
    setRefusals((count) => count + 1);
  }, [card, error]);

  const submitAnswers = useCallback(
    (answers: Answer[]) => {
      if (isSending) return;
      setRefused(NO_ERRORS);
      void answer(answers);
    },
    [isSending, answer],
  );

  const change = useCallback(
    (id: string, value: FieldValue) => {
      drafts.keep(card.card_id, id, value);
      setValues((before) => ({ ...before, [id]: value }));
      setProblems((before) => without(before, id));
      setRefused((before) => ({ ...before, fields: without(before.fields, id) }));
      setUntouched(false);
    },
    [card],
  );

  const submit = (unreadable: ReadonlySet<string>): void => {
    const checked = checkForm(card, values, unreadable);
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
