import type { Answer, Card } from '@parley/contracts';

type Spoil = (answers: readonly Answer[], card: Pick<Card, 'items'>) => readonly Answer[];

const first = (answers: readonly Answer[]): Answer => answers[0] ?? { field_key: 'nobody.asked', value: 1 };

/** Ways in which answers that fit become ones that (mostly) do not: what is right is for the model to say. */
export const SPOILS: Record<string, Spoil> = {
  'an unasked key': (answers) => [...answers, { field_key: 'nobody.asked', value: 1 }],
  'one missing': (answers) => answers.slice(1),
  nothing: () => [],
  'a wrong type': (answers) => [{ ...first(answers), value: { not: 'a value' } }, ...answers.slice(1)],
  null: (answers) => [{ ...first(answers), value: null }, ...answers.slice(1)],
  'a text for whatever it is': (answers) => [...answers.slice(1), { ...first(answers), value: '1' }],
  'a number for whatever it is': (answers) => [...answers.slice(1), { ...first(answers), value: -1 }],
  'one twice': (answers) => [...answers, first(answers)],
  'an unknown item': (answers) => [...answers, { ...first(answers), item_id: 'nobody-1-1' }],
  'the key of another item': (answers, { items }) => [
    ...answers,
    { ...first(answers), item_id: items.at(-1)?.item_id ?? 'no item' },
  ],
  'an ambiguous key': (answers) => [...answers, { field_key: 'note', value: 'for whom?' }],
  'an option too many': (answers) =>
    answers.map((answer) => (Array.isArray(answer.value) ? { ...answer, value: ['iou', 'iou'] } : answer)),
};

export const SPOIL_NAMES = Object.keys(SPOILS);

/** `user_response`s that are none. */
export const MALFORMED: readonly unknown[] = [
  null,
  {},
  { answers: null },
  { answers: {} },
  { answers: ['x'] },
  { action: 'approve', answers: [] },
];
