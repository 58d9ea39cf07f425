import { Alert } from 'antd';
import { type ReactNode, useEffect, useState } from 'react';
import { useTexts } from '../language/language.js';
import type { CardForm } from './use-card-form.js';

type Faults = Pick<CardForm, 'errors' | 'formErrors' | 'refusals'>;

/** What is wrong with the form as a whole. */
export function CardFaults({ form: { errors, formErrors } }: { form: Faults }): ReactNode {
  const { fixErrors } = useTexts().card;
  const count = Object.keys(errors).length;
  return (
    <>
      {formErrors.map((text) => (
        <Alert key={text} type="error" showIcon title={text} />
      ))}
      {count > 1 && formErrors.length === 0 && <p className="card-faults">{fixErrors(count)}</p>}
    </>
  );
}

/**
 * The same for ears, and each time that something is refused: the field that gets the focus may have had it before, and is not
 * read out then. In one go: nine alerts, one at each field, would be heard as none.
 */
export function SpokenFaults({ form: { errors, refusals } }: { form: Faults }): ReactNode {
  const { fixErrors } = useTexts().card;
  const [spoken, setSpoken] = useState({ text: '', refusals });
  useEffect(() => {
    const [first = '', ...others] = Object.values(errors);
    setSpoken({ text: others.length > 0 ? fixErrors(others.length + 1) : first, refusals });
    // What is corrected afterwards is not news.
  }, [refusals]);
  return (
    <span className="for-ears" role="alert">
      <span key={spoken.refusals}>{spoken.text}</span>
    </span>
  );
}
