import type { Card, CardItem, Question } from '@parley/client';

export const question = (field_key: string, more: Partial<Question> = {}): Question => ({
  question: `${field_key}?`,
  field_key,
  item_id: 'i1',
  input_type: 'text',
  required: true,
  ...more,
});

/** One item for each list of questions, `i1`, `i2`, … */
export function cardOf(...lists: Partial<Question>[][]): Card {
  const items = lists.map((list, index): CardItem => {
    const item_id = `i${index + 1}`;
    const questions = list.map((more) => question(more.field_key ?? 'a', { ...more, item_id }));
    return { item_id, skill: item_id, source: 'local', review_type: 'clarify', questions };
  });
  const questions = items.flatMap((item) => item.questions);
  return { type: 'interrupt', card_id: 'c1', review_type: 'clarify', items, questions, created_at: '2026-01-01T00:00:00Z' };
}
