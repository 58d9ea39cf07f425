import { ANY_OBJECT, object, pageOf, TEXT, USER_ID } from '../openapi/schema.js';

export const CREATE_SESSION_BODY = object({
  session_id: { type: 'string', pattern: '^[A-Za-z0-9_-]{1,128}$', description: 'Without it, a UUIDv7 is made.' },
  agent_id: TEXT,
  title: TEXT,
  matter_id: TEXT,
  metadata: ANY_OBJECT,
  user_id: USER_ID,
});

export const SESSION = object(
  {
    session_id: TEXT,
    agent_id: TEXT,
    title: TEXT,
    matter_id: TEXT,
    metadata: ANY_OBJECT,
    created_at: { type: 'string', format: 'date-time' },
    updated_at: { type: 'string', format: 'date-time' },
    turn: { type: 'integer', description: 'The number of the latest turn; 0 where there is none yet.' },
    active_run_id: { type: 'string', nullable: true },
    awaiting_card: { type: 'string', nullable: true, description: 'The id of the card that waits for answers.' },
  },
  ['session_id', 'agent_id', 'title', 'created_at', 'updated_at', 'turn', 'active_run_id', 'awaiting_card'],
);

export const SESSION_PAGE = pageOf(SESSION);
