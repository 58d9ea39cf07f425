import type { Question } from '@parley/client';
import { Input } from 'antd';
import type { ReactNode } from 'react';
import { useTexts } from '../language/language.js';
import { CheckboxGroup } from './checkbox-group.js';
import type { FieldValue } from './field-values.js';
import { inputKind } from './input-kind.js';
import { RadioGroup } from './radio-group.js';

/** What ties an input to the texts around it. */
export interface AriaOfField {
  'aria-labelledby': string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

export interface FieldInputProps {
  question: Question;
  value: FieldValue | undefined;
  disabled: boolean;
  inputId: string;
  aria: AriaOfField;
  onChange: (value: FieldValue) => void;
}

/** The input for a question. Numbers are typed as text: an input that corrects what was typed answers for the user. */
export function FieldInput(props: FieldInputProps): ReactNode {
  const { question, value, inputId, aria, disabled, onChange } = props;
  const { yes, no } = useTexts().card;
  const { options = [], placeholder } = question;
  const text = typeof value === 'string' ? value : '';
  const common = { id: inputId, value: text, disabled, dir: 'auto', placeholder, 'aria-required': question.required, ...aria };
  const onText = ({ target }: { target: { value: string } }): void => onChange(target.value);
  switch (inputKind(question)) {
    case 'line':
      return <Input {...common} onChange={onText} autoComplete="off" />;
    case 'lines':
      return <Input.TextArea {...common} onChange={onText} autoSize={{ minRows: 3, maxRows: 10 }} />;
    case 'number': {
      // The decimal keys of some phones have no minus.
      const inputMode = (question.min ?? 0) < 0 ? 'text' : 'decimal';
      return <Input {...common} onChange={onText} inputMode={inputMode} autoComplete="off" className="field-number" />;
    }
    case 'date':
      return <Input {...common} onChange={onText} type="date" max="9999-12-31" className="field-date" />;
    case 'yes_no': {
      const answers = [
        { value: 'true', label: yes },
        { value: 'false', label: no },
      ];
      return <RadioGroup {...props} options={answers} value={text} isRow />;
    }
    case 'radios':
      return <RadioGroup {...props} options={options} value={text} />;
    case 'list':
      return <SelectList {...props} value={text} />;
    case 'checkboxes':
      return <CheckboxGroup {...props} options={options} value={typeof value === 'string' ? [] : (value ?? [])} />;
  }
}

function SelectList({ question, value, inputId, aria, disabled, onChange }: FieldInputProps & { value: string }): ReactNode {
  const { choose } = useTexts().card;
  return (
    <select
      id={inputId}
      className="field-select"
      value={value}
      disabled={disabled}
      aria-required={question.required}
      {...aria}
      onChange={({ target }) => onChange(target.value)}
    >
      <option value="">{question.placeholder ?? choose}</option>
      {question.options?.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}
