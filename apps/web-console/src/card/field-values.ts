import type { Card, Question } from '@parley/client';

/** What is in a field of the form: a text as it was typed, or the values that were chosen. A boolean is `true` or `false`, as text. */
export type FieldValue = string | readonly string[];

/** By field id. What is not there has not been answered. */
export type FieldValues = Readonly<Record<string, FieldValue>>;

/** A question's place in its card: two items may ask for the same key. */
export const fieldId = ({ item_id, field_key }: { item_id?: string; field_key: string }): string =>
  `${item_id ?? ''}/${field_key}`;

export const isBlank = (value: FieldValue | undefined): boolean =>
  value === undefined || (typeof value === 'string' ? value.trim() === '' : value.length === 0);

/** The form before anybody has touched it. */
export function initialValues({ questions }: Card): FieldValues {
  const entries = questions.map((question) => [fieldId(question), defaultValue(question)] as const);
  return Object.fromEntries(entries.filter((entry): entry is readonly [string, FieldValue] => entry[1] !== undefined));
}

/** A default that does not fit its question is none. */
function defaultValue({ input_type, default: given, options = [] }: Question): FieldValue | undefined {
  const isOffered = (value: unknown): value is string => options.some((option) => option.value === value);
  switch (input_type) {
    case 'boolean':
      return typeof given === 'boolean' ? String(given) : undefined;
    case 'number':
      return typeof given === 'number' ? String(given) : undefined;
    case 'select':
      return isOffered(given) ? given : undefined;
    case 'multi_select':
      return Array.isArray(given) ? given.filter(isOffered) : undefined;
    case 'text':
    case 'textarea':
    case 'date':
      return typeof given === 'string' ? given : undefined;
  }
}
