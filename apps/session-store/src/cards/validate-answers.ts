import type { Answer, AnswerError, Card, CardItem, ItemAnswers, Lang, Question } from '@parley/contracts';
import { type AnswerErrorCode, answerErrorText } from './answer-texts.js';
import { valueError } from './check-value.js';

export type CheckedAnswers =
  /** The items that are answered, in the order of the card; those that are not stay open. */
  { ok: true; items: ItemAnswers[] } | { ok: false; errors: AnswerError[] };

/**
 * Whether a submit fits its card. An item with any answer needs all its required ones. Items without answers stay open — unless
 * nothing was answered at all: then the whole card is meant, and every item of it is answered empty, if none has a required question.
 */
export function checkAnswers(card: Card, answers: readonly Answer[], lang: Lang = 'en'): CheckedAnswers {
  const { byItem, errors: misplaced } = placeAnswers(card, answers, lang);
  const isEmptySubmit = answers.length === 0;
  const chosen = card.items.filter((item) => isEmptySubmit || card.items.length === 1 || byItem.has(item.item_id));
  const errors = chosen.flatMap((item) => itemErrors(item, byItem.get(item.item_id) ?? [], lang));
  if (errors.length + misplaced.length > 0) return { ok: false, errors: [...errors, ...misplaced] };
  return { ok: true, items: chosen.map((item) => itemAnswers(item, byItem.get(item.item_id) ?? [])) };
}

interface PlacedAnswers {
  byItem: Map<string, Answer[]>;
  /** Answers that belong to no question of the card. */
  errors: AnswerError[];
}

function placeAnswers(card: Card, answers: readonly Answer[], lang: Lang): PlacedAnswers {
  const byItem = new Map<string, Answer[]>();
  const errors: AnswerError[] = [];
  for (const answer of answers) {
    const place = placeOf(card, answer);
    if (typeof place === 'string') errors.push(errorOf(place, answer, lang));
    else byItem.set(place.item_id, [...(byItem.get(place.item_id) ?? []), answer]);
  }
  return { byItem, errors };
}

function placeOf({ items }: Card, { field_key, item_id }: Answer): CardItem | AnswerErrorCode {
  const named = item_id === undefined ? items : items.filter((item) => item.item_id === item_id);
  if (named.length === 0) return 'unknown_item';
  const [item, ...others] = named.filter(({ questions }) => questions.some((question) => question.field_key === field_key));
  if (!item) return 'unknown_key';
  return others.length > 0 ? 'ambiguous_item' : item;
}

function itemErrors(item: CardItem, answers: readonly Answer[], lang: Lang): AnswerError[] {
  return item.questions.flatMap((question) => {
    const code = questionError(
      question,
      answers.filter(({ field_key }) => field_key === question.field_key),
    );
    return code === undefined ? [] : [errorOf(code, { field_key: question.field_key, item_id: item.item_id }, lang, question)];
  });
}

function questionError(question: Question, answers: readonly Answer[]): AnswerErrorCode | undefined {
  const [answer, second] = answers;
  if (second) return 'duplicate';
  if (!answer) return question.required ? 'required' : undefined;
  return valueError(answer.value, question);
}

function itemAnswers({ item_id, skill }: CardItem, answers: readonly Answer[]): ItemAnswers {
  return { item_id, skill, values: Object.fromEntries(answers.map(({ field_key, value }) => [field_key, value])) };
}

function errorOf(
  code: AnswerErrorCode,
  at: { field_key: string; item_id?: string },
  lang: Lang,
  question?: Question,
): AnswerError {
  const { field_key, item_id } = at;
  return { field_key, ...(item_id !== undefined && { item_id }), code, message: answerErrorText(code, lang, question) };
}
