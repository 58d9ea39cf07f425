import type { Answer, Card, Question } from '@parley/client';
import type { ConsultationMessage } from '@parley/client/store';

/** The card that a message with answers belongs to: the latest one before it that asked for what is answered. */
export function answeredCard(messages: readonly ConsultationMessage[], index: number): Card | undefined {
  const { answers } = messages[index] ?? {};
  if (!answers) return undefined;
  for (let at = index - 1; at >= 0; at -= 1) {
    const card = messages[at]?.card;
    if (card && answers.every((answer) => questionOf(card, answer))) return card;
  }
  return undefined;
}

export const questionOf = ({ questions }: Card, { field_key, item_id }: Answer): Question | undefined =>
  questions.find((question) => question.field_key === field_key && (item_id === undefined || question.item_id === item_id));

/** How an answer reads: by the labels of its question's options. */
export function answerText({ value }: Answer, question: Question | undefined, words: { yes: string; no: string }): string {
  const label = (one: unknown): string => question?.options?.find((option) => option.value === one)?.label ?? plain(one);
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  return Array.isArray(value) ? value.map(label).join(' · ') : label(value);
}

const plain = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
