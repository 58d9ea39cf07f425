import type { Question } from '@parley/client';
import { type FieldValue, isBlank } from './field-values.js';
import { parseNumber } from './parse-number.js';

/** What is wrong with a field, as far as the page can tell. */
export type FieldProblem = 'required' | 'number' | 'number_size' | 'date' | 'min' | 'max' | 'min_length' | 'max_length';

/**
 * Looks at a field before it is sent, so that a slip costs no round trip. The server has the last word; patterns are left to it
 * altogether: they are written by agents and models, and one that runs for ever would freeze the page.
 */
export function fieldProblem(question: Question, value: FieldValue | undefined): FieldProblem | undefined {
  if (value === undefined || isBlank(value)) return question.required ? 'required' : undefined;
  if (typeof value !== 'string') return undefined;
  switch (question.input_type) {
    case 'number':
      return numberProblem(question, value);
    case 'date':
      return /^\d{4}-\d{2}-\d{2}$/.test(value) ? undefined : 'date';
    case 'text':
    case 'textarea':
      return lengthProblem(question, value);
    case 'boolean':
    case 'select':
    case 'multi_select':
      return undefined;
  }
}

function numberProblem({ min = -Infinity, max = Infinity }: Question, typed: string): FieldProblem | undefined {
  const parsed = parseNumber(typed);
  if ('problem' in parsed) return parsed.problem;
  if (parsed.value < min) return 'min';
  return parsed.value > max ? 'max' : undefined;
}

function lengthProblem({ min_length = 0, max_length = Infinity }: Question, text: string): FieldProblem | undefined {
  const length = [...text].length;
  if (length < min_length) return 'min_length';
  return length > max_length ? 'max_length' : undefined;
}
