import type { Question } from '@parley/client';
import { memo, type ReactNode, useId } from 'react';
import { useTexts } from '../language/language.js';
import { FieldInput } from './field-input.js';
import type { FieldValue } from './field-values.js';
import { hintOf } from './hint.js';
import { inputKind, isGroup } from './input-kind.js';
import './field.css';

export interface FieldProps {
  id: string;
  question: Question;
  value: FieldValue | undefined;
  error: string | undefined;
  disabled: boolean;
  onChange: (id: string, value: FieldValue) => void;
}

/** One question: what is asked, what to know, where to answer, what is wrong. */
export const Field = memo(function Field({ id, question, value, error, disabled, onChange }: FieldProps): ReactNode {
  const texts = useTexts().card;
  const base = useId();
  const [inputId, labelId, hintId, errorId] = [base, `${base}-label`, `${base}-hint`, `${base}-error`];
  const hint = hintOf(question, texts);
  const label = (
    <>
      {question.question} <Need isRequired={question.required} />
    </>
  );
  return (
    <div className="field" data-error={error !== undefined || undefined} data-field={id}>
      {isGroup(inputKind(question)) ? (
        <div id={labelId} className="field-label">
          {label}
        </div>
      ) : (
        <label id={labelId} className="field-label" htmlFor={inputId}>
          {label}
        </label>
      )}
      {hint && (
        <div id={hintId} className="field-hint">
          {hint}
        </div>
      )}
      <FieldInput
        question={question}
        value={value}
        disabled={disabled}
        onChange={(next) => onChange(id, next)}
        inputId={inputId}
        aria={{
          'aria-labelledby': labelId,
          'aria-describedby': [hint && hintId, error && errorId].filter(Boolean).join(' ') || undefined,
          'aria-invalid': error !== undefined || undefined,
        }}
      />
      <div id={errorId} className="field-error">
        {error}
      </div>
    </div>
  );
});

function Need({ isRequired }: { isRequired: boolean }): ReactNode {
  const { required, optional } = useTexts().card;
  if (!isRequired) return <span className="field-need">{optional}</span>;
  return (
    <>
      <span className="field-star" aria-hidden>
        *
      </span>
      <span className="for-ears">{required}</span>
    </>
  );
}
