import type { Question } from '@parley/client';
import { Button } from 'antd';
import { type ReactNode, useRef } from 'react';
import { useTexts } from '../language/language.js';
import type { FieldInputProps } from './field-input.js';

type RadioGroupProps = FieldInputProps & { options: NonNullable<Question['options']>; value: string; isRow?: boolean };

/** One of several. Of radio buttons one stays chosen once one was; where no answer is needed, there is a way back. */
export function RadioGroup({ question, options, value, disabled, inputId, aria, onChange, isRow }: RadioGroupProps): ReactNode {
  const { clear } = useTexts().card;
  const group = useRef<HTMLDivElement>(null);
  const onClear = (): void => {
    onChange('');
    // The button is gone then.
    group.current?.querySelector('input')?.focus();
  };
  return (
    <>
      <div
        ref={group}
        className="choices"
        data-row={isRow || undefined}
        role="radiogroup"
        aria-required={question.required}
        {...aria}
      >
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
      {!question.required && value !== '' && (
        <Button
          type="text"
          size="small"
          className="choices-clear"
          aria-describedby={aria['aria-labelledby']}
          disabled={disabled}
          onClick={onClear}
        >
          {clear}
        </Button>
      )}
    </>
  );
}
