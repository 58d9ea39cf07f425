import type { Question } from '@parley/client';
import type { ReactNode } from 'react';
import { fieldId } from './field-values.js';

/** A question that the buttons below it answer. */
export function ConfirmQuestion({ question, error }: { question: Question; error: string | undefined }): ReactNode {
  return (
    <div className="field" data-field={fieldId(question)} data-error={error !== undefined || undefined}>
      <p className="confirm-question">{question.question}</p>
      {question.help && <p className="field-hint">{question.help}</p>}
      <div className="field-error" role="alert">
        {error}
      </div>
    </div>
  );
}
