import { MAX_ANSWER_BYTES, type Question } from '@parley/contracts';
import type { AnswerErrorCode } from './answer-texts.js';
import { matchesPattern } from './matches-pattern.js';

/** Why a value is no answer to the question; undefined where it is one. `false`, `0`, `""` and `[]` are values, `null` is none. */
export function valueError(value: unknown, question: Question): AnswerErrorCode | undefined {
  const { input_type, options = [] } = question;
  switch (input_type) {
    case 'text':
    case 'textarea':
      return typeof value === 'string' ? textError(value, question) : 'type';
    case 'number':
      return typeof value === 'number' && isExact(value) ? rangeError(value, question) : 'type';
    case 'boolean':
      return typeof value === 'boolean' ? undefined : 'type';
    case 'date':
      return isCalendarDate(value) ? undefined : 'type';
    case 'select':
      if (typeof value !== 'string') return 'type';
      return options.some((option) => option.value === value) ? undefined : 'option';
    case 'multi_select':
      return Array.isArray(value) ? choicesError(value, question) : 'type';
  }
}

function textError(text: string, { min_length = 0, max_length = Infinity, pattern }: Question): AnswerErrorCode | undefined {
  if (Buffer.byteLength(text) > MAX_ANSWER_BYTES) return 'too_large';
  const length = [...text].length;
  if (length < min_length) return 'min_length';
  if (length > max_length) return 'max_length';
  return pattern === undefined || matchesPattern(pattern, text) ? undefined : 'pattern';
}

/** Beyond 2^53 JSON's integers are rounded when they are parsed: nobody knows any more which one was meant. */
const isExact = (value: number): boolean => Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value));

function rangeError(value: number, { min = -Infinity, max = Infinity }: Question): AnswerErrorCode | undefined {
  if (value < min) return 'min';
  return value > max ? 'max' : undefined;
}

function choicesError(values: readonly unknown[], { options = [] }: Question): AnswerErrorCode | undefined {
  const offered = new Set<unknown>(options.map(({ value }) => value));
  if (values.some((value) => typeof value !== 'string')) return 'type';
  return values.every((value) => offered.has(value)) && new Set(values).size === values.length ? undefined : 'option';
}

function isCalendarDate(value: unknown): boolean {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
}
