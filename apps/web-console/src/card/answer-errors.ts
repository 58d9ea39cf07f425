import type { AnswerError, Card, FieldError } from '@parley/client';
import { fieldId } from './field-values.js';

/** What the server said about a form. */
export interface AnswerErrors {
  /** By field id. */
  fields: Readonly<Record<string, string>>;
  /** What belongs to no field of this card. */
  others: readonly string[];
}

export const NO_ERRORS: AnswerErrors = { fields: {}, others: [] };

/** Puts the errors of a `422 answers_invalid` where they belong. An error without `item_id` belongs to the first field with its key. */
export function placeErrors({ questions }: Card, errors: readonly (AnswerError | FieldError)[]): AnswerErrors {
  const fields: Record<string, string> = {};
  const others: string[] = [];
  for (const error of errors) {
    const question =
      'field_key' in error &&
      questions.find(
        ({ field_key, item_id }) => field_key === error.field_key && (error.item_id === undefined || item_id === error.item_id),
      );
    if (question) fields[fieldId(question)] ??= error.message;
    else others.push(error.message);
  }
  return { fields, others };
}
