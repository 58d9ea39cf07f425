import { randomUUID } from 'node:crypto';
import type { Answer, AskedQuestion, Card, CardItem } from '@parley/contracts';

export const question = (field_key: string, more: Partial<AskedQuestion> = {}): AskedQuestion => ({
  question: `${field_key}?`,
  field_key,
  required: true,
  input_type: 'text',
  ...more,
});

/** A card with one item per list of questions; the items are `item-1`, `item-2`… of skills `skill-1`, `skill-2`… */
export function cardOf(...asked: AskedQuestion[][]): Card {
  const items = (asked.length > 0 ? asked : [[question('name')]]).map((questions, index): CardItem => {
    const item_id = `item-${index + 1}`;
    return {
      item_id,
      skill: `skill-${index + 1}`,
      source: 'local',
      review_type: 'clarify',
      questions: questions.map((each) => ({ ...each, item_id })),
    };
  });
  const questions = items.flatMap((item) => item.questions);
  return {
    type: 'interrupt',
    card_id: `card-${randomUUID()}`,
    review_type: 'clarify',
    items,
    questions,
    created_at: '2026-01-02T03:04:05.000Z',
  };
}

export const answer = (field_key: string, value: unknown, item_id?: string): Answer => ({
  field_key,
  value,
  ...(item_id !== undefined && { item_id }),
});
