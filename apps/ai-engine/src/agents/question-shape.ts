import { FIELD_KEY_RULE, INPUT_TYPES, isFieldKey, type InputType } from '@parley/contracts';
import { BOOLEAN, Expect, type Expectation, integerFrom, LIST, NUMBER, oneOf, Optional, TEXT } from './expect.js';

export const FIELD_KEY: Expectation = { what: FIELD_KEY_RULE, fits: isFieldKey };

const ANYTHING: Expectation = { what: 'a value', fits: () => true };
const PATTERN: Expectation = { what: 'a regular expression of at most 512 characters', fits: isPattern };

/** A question as agent files and skills write it. */
export class QuestionShape {
  @Expect(TEXT) question!: string;
  @Expect(FIELD_KEY) field_key!: string;
  @Expect(oneOf(INPUT_TYPES)) input_type!: InputType;
  @Expect(BOOLEAN) required!: boolean;
  @Optional() @Expect(LIST) options?: unknown[];
  @Optional() @Expect(ANYTHING) default?: unknown;
  @Optional() @Expect(TEXT) placeholder?: string;
  @Optional() @Expect(TEXT) help?: string;
  @Optional() @Expect(NUMBER) min?: number;
  @Optional() @Expect(NUMBER) max?: number;
  @Optional() @Expect(integerFrom(0)) min_length?: number;
  @Optional() @Expect(integerFrom(1)) max_length?: number;
  @Optional() @Expect(PATTERN) pattern?: string;
  @Optional() @Expect(BOOLEAN) todo?: boolean;
}

export class OptionShape {
  @Expect(TEXT) value!: string;
  @Expect(TEXT) label!: string;
}

function isPattern(pattern: unknown): boolean {
  if (typeof pattern !== 'string' || pattern.length > 512) return false;
  try {
    new RegExp(pattern, 'u');
    return true;
  } catch {
    return false;
  }
}
