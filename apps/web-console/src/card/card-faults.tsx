import { Alert } from 'antd';
import type { ReactNode } from 'react';
import { useTexts } from '../language/language.js';
import type { CardForm } from './use-card-form.js';

/**
 * What is wrong with the form, in one go. What is wrong with a field stands at the field, and is read out where that gets the
 * focus: nine alerts at once would be heard as none.
 */
export function CardFaults({ form: { errors, formErrors } }: { form: Pick<CardForm, 'errors' | 'formErrors'> }): ReactNode {
  const { fixErrors } = useTexts().card;
  const count = Object.keys(errors).length;
  return (
    <>
      {formErrors.map((text) => (
        <Alert key={text} type="error" showIcon title={text} />
      ))}
      <p className="card-faults" role="alert">
        {count > 1 && formErrors.length === 0 && fixErrors(count)}
      </p>
    </>
  );
}
