import type { Question } from '@parley/client';
import type { ReactNode } from 'react';
import type { FieldInputProps } from './field-input.js';

type RadioGroupProps = FieldInputProps & { options: NonNullable<Question['options']>; value: string; isRow?: boolean };

export function RadioGroup({ question, options, value, disabled, inputId, aria, onChange, isRow }: RadioGroupProps): ReactNode {
  return (
    <div className="choices" data-row={isRow || undefined} role="radiogroup" aria-required={question.required} {...aria}>
      {options.map((option) => (
        <label key={option.value} className="choice">
          <input
            type="radio"
            name={inputId}
            value={option.value}
            checked={option.value === value}
            disabled={disabled}
            onChange={() => onChange(option.value)}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </div>
  );
}
