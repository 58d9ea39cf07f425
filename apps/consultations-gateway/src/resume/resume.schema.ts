import { ON_DISCONNECT } from '@parley/contracts';
import { ANSWERS } from '../openapi/answers.schema.js';
import { choice, object, textThat, USER_ID } from '../openapi/schema.js';

export const RESUME_BODY = object(
  {
    user_response: object({
      action: { type: 'string', enum: ['submit', 'cancel'], default: 'submit' },
      answers: ANSWERS,
    }),
    card_id: textThat('The card that is answered; without it, the one that is pending.'),
    user_id: USER_ID,
    stream: { type: 'boolean', default: true },
    on_disconnect: choice(ON_DISCONNECT, 'What becomes of the run when nobody follows it.'),
  },
  ['user_response'],
);
