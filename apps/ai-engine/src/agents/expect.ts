import { ValidateBy, ValidateIf } from 'class-validator';

/** What a member must be: in words, and as a test. */
export interface Expectation {
  what: string;
  fits: (value: unknown) => boolean;
}

/** A member of a file's shape. Its message is what was expected; `shapeFaults` adds what came. */
export function Expect({ what, fits }: Expectation): PropertyDecorator {
  return ValidateBy({ name: 'expect', validator: { validate: fits, defaultMessage: () => what } });
}

/** The member may be left out. `null` is not left out: in YAML it is a name with its value forgotten. */
export function Optional(): PropertyDecorator {
  return ValidateIf((_shape, value) => value !== undefined);
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

export const TEXT: Expectation = { what: 'a text', fits: isText };
export const BOOLEAN: Expectation = { what: 'true or false', fits: (value) => typeof value === 'boolean' };
export const NUMBER: Expectation = { what: 'a number', fits: Number.isFinite };
export const LIST: Expectation = { what: 'a list', fits: Array.isArray };
export const OBJECT: Expectation = { what: 'an object', fits: isRecord };

export const numberFrom = (min: number, max: number): Expectation => ({
  what: `a number from ${min} to ${max}`,
  fits: (value) => typeof value === 'number' && value >= min && value <= max,
});

export const integerFrom = (min: number, max = Number.MAX_SAFE_INTEGER): Expectation => ({
  what: max === Number.MAX_SAFE_INTEGER ? `a whole number from ${min} up` : `a whole number from ${min} to ${max}`,
  fits: (value) => Number.isSafeInteger(value) && (value as number) >= min && (value as number) <= max,
});

export const oneOf = (values: readonly string[]): Expectation => ({
  what: values.length === 1 ? `"${values[0]}"` : `one of ${values.join(', ')}`,
  fits: (value) => typeof value === 'string' && values.includes(value),
});

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
