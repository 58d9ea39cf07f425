import type { Answer, Card, CardItem } from '@parley/client';
import { fieldProblem, type FieldProblem } from './check-field.js';
import { fieldId, type FieldValue, type FieldValues, initialValues, isBlank } from './field-values.js';
import { parseNumber } from './parse-number.js';

export type CheckedForm =
  | { ok: true; answers: Answer[] }
  /** `problems`: by field id, in the order of the card. `isUntouched`: of a batch nothing was answered. */
  | { ok: false; problems: Record<string, FieldProblem>; isUntouched: boolean };

/** By field id. */
type FieldIds = ReadonlySet<string>;

/**
 * The answers that a form gives, or what is wrong with it. `unreadable`: where something stands that the browser has no value
 * for, such as half a date. Of a batch some items may be answered: those that were touched, and
 * those that are complete as they stand (by their defaults). The others are left open. Where nothing is answered and nothing
 * is required, the whole card is answered empty.
 */
export function checkForm(card: Card, values: FieldValues, unreadable: FieldIds = new Set()): CheckedForm {
  const isBatch = card.items.length > 1;
  const initial = initialValues(card);
  const chosen = isBatch
    ? card.items.filter((item) => isBegun(item, unreadable) || isAnswered(item, values, initial))
    : card.items;
  const isRequired = card.questions.some(({ required }) => required);
  const isUntouched = chosen.length === 0 && isRequired;
  const problems = problemsOf(isUntouched ? card.items : chosen, values, unreadable);
  if (isUntouched || Object.keys(problems).length > 0) return { ok: false, problems, isUntouched };
  return { ok: true, answers: chosen.flatMap((item) => answersOf(item, values)) };
}

const isBegun = ({ questions }: CardItem, unreadable: FieldIds): boolean =>
  questions.some((question) => unreadable.has(fieldId(question)));

function isAnswered({ questions }: CardItem, values: FieldValues, initial: FieldValues): boolean {
  const isFilled = questions.some((question) => !isBlank(values[fieldId(question)]));
  const isTouched = questions.some((question) => !isSame(values[fieldId(question)], initial[fieldId(question)]));
  const isComplete = questions.every((question) => !question.required || !isBlank(values[fieldId(question)]));
  return isFilled && (isTouched || isComplete);
}

const isSame = (one: FieldValue | undefined, other: FieldValue | undefined): boolean =>
  JSON.stringify(one ?? '') === JSON.stringify(other ?? '');

function problemsOf(items: readonly CardItem[], values: FieldValues, unreadable: FieldIds): Record<string, FieldProblem> {
  const problems = items
    .flatMap(({ questions }) => questions)
    .map((question) => {
      const id = fieldId(question);
      return [id, unreadable.has(id) ? 'date' : fieldProblem(question, values[id])] as const;
    });
  return Object.fromEntries(problems.filter((entry): entry is readonly [string, FieldProblem] => entry[1] !== undefined));
}

function answersOf({ questions }: CardItem, values: FieldValues): Answer[] {
  return questions.flatMap(({ field_key, item_id, input_type }) => {
    const value = values[fieldId({ field_key, item_id })];
    return value === undefined || isBlank(value) ? [] : [{ field_key, item_id, value: typedValue(input_type, value) }];
  });
}

/** What goes over the wire: a number for a number, a boolean for a boolean. */
function typedValue(inputType: CardItem['questions'][number]['input_type'], value: FieldValue): unknown {
  if (typeof value !== 'string') return value;
  if (inputType === 'boolean') return value === 'true';
  if (inputType !== 'number') return value;
  const parsed = parseNumber(value);
  return 'value' in parsed ? parsed.value : value;
}
