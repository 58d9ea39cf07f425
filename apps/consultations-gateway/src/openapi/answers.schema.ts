import { listOf, object, TEXT, textThat } from './schema.js';

/** Answers to a card's questions. */
export const ANSWERS = listOf(
  object(
    {
      field_key: TEXT,
      value: { description: 'By the input type of its question; false, 0 and "" are values.' },
      item_id: textThat('Needed where two items of the card ask for the same field_key.'),
    },
    ['field_key', 'value'],
  ),
);
