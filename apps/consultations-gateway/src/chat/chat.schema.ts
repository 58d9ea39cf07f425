import { MAX_MESSAGE_LENGTH, ON_ACTIVE_TURN, ON_DISCONNECT, ON_PENDING_CARD } from '@parley/contracts';
import { choice, object, textThat, USER_ID } from '../openapi/schema.js';

export const CHAT_BODY = object(
  {
    message: { type: 'string', minLength: 1, maxLength: MAX_MESSAGE_LENGTH },
    agent_id: textThat("The session's agent from now on; without it, the one it has."),
    user_id: USER_ID,
    stream: { type: 'boolean', default: true },
    on_active_turn: choice(ON_ACTIVE_TURN, 'What becomes of a turn that is running.'),
    on_pending_card: choice(
      ON_PENDING_CARD,
      'What becomes of a card that waits for answers; `answer`: the message is the answer to its one question.',
    ),
    on_disconnect: choice(ON_DISCONNECT, 'What becomes of the run when nobody follows it.'),
  },
  ['message'],
);
