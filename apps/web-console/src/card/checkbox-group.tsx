import type { Question } from '@parley/client';
import type { ReactNode } from 'react';
import type { FieldInputProps } from './field-input.js';

type CheckboxGroupProps = Omit<FieldInputProps, 'value'> & {
  options: NonNullable<Question['options']>;
  value: readonly string[];
};

export function CheckboxGroup({ options, value, disabled, aria, onChange }: CheckboxGroupProps): ReactNode {
  /** The choices stay in the order in which they are offered. */
  const toggle = (chosen: string): void => {
    const isChosen = (one: string): boolean => (one === chosen ? !value.includes(one) : value.includes(one));
    onChange(options.map((option) => option.value).filter(isChosen));
  };
  // A group of checkboxes has no state of its own that could be invalid: its error is in what describes it.
  const { 'aria-invalid': _isInvalid, ...described } = aria;
  return (
    <div className="choices" role="group" {...described}>
      {options.map((option) => (
        <label key={option.value} className="choice">
          <input
            type="checkbox"
            value={option.value}
            checked={value.includes(option.value)}
            disabled={disabled}
            onChange={() => toggle(option.value)}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </div>
  );
}
