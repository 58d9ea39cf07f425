import { ANSWERS } from '../openapi/answers.schema.js';
import { CARD } from '../openapi/card.schema.js';
import { choice, object, pageOf, TEXT } from '../openapi/schema.js';

export const MESSAGE_PAGE = pageOf(
  object(
    {
      message_id: TEXT,
      role: choice(['user', 'assistant']),
      content: TEXT,
      turn: { type: 'integer' },
      run_id: TEXT,
      created_at: { type: 'string', format: 'date-time' },
      preempted: { type: 'boolean', description: 'The answer was cut short by a newer message or a stop.' },
      failed: { type: 'boolean', description: 'The turn ended in an error.' },
      card: CARD,
      answers: ANSWERS,
    },
    ['message_id', 'role', 'content', 'turn', 'run_id', 'created_at'],
  ),
);
