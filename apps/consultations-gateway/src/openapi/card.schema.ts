import { INPUT_TYPES, REVIEW_TYPES } from '@parley/contracts';
import { choice, listOf, object, TEXT, textThat } from './schema.js';

const OPTION = object({ value: TEXT, label: TEXT }, ['value', 'label']);

const QUESTION = object(
  {
    question: TEXT,
    field_key: textThat('Where the answer goes in the state of the consultation.'),
    required: { type: 'boolean' },
    item_id: TEXT,
    input_type: choice(INPUT_TYPES),
    options: listOf(OPTION),
    default: {},
    placeholder: TEXT,
    help: TEXT,
    min: { type: 'number' },
    max: { type: 'number' },
    min_length: { type: 'integer' },
    max_length: { type: 'integer' },
    pattern: TEXT,
    todo: { type: 'boolean' },
  },
  ['question', 'field_key', 'required', 'item_id', 'input_type'],
);

const CARD_ITEM = object(
  {
    item_id: TEXT,
    skill: TEXT,
    source: choice(['local', 'remote']),
    review_type: choice(REVIEW_TYPES),
    message: TEXT,
    tool_call_id: TEXT,
    tool_name: TEXT,
    questions: listOf(QUESTION),
  },
  ['item_id', 'skill', 'source', 'review_type', 'questions'],
);

/** What a user is asked at an interrupt. */
export const CARD = object(
  {
    type: choice(['interrupt']),
    card_id: TEXT,
    review_type: choice(REVIEW_TYPES),
    message: TEXT,
    items: listOf(CARD_ITEM),
    questions: listOf(QUESTION),
    created_at: { type: 'string', format: 'date-time' },
    expires_at: { type: 'string', format: 'date-time' },
  },
  ['type', 'card_id', 'review_type', 'items', 'questions', 'created_at'],
);
