import { object, TEXT, textThat, USER_ID } from '../openapi/schema.js';

export const ABORT_BODY = object({ run_id: textThat('Stop this run or nothing.'), user_id: USER_ID });

export const ABORTED = object(
  { aborted: { type: 'boolean', description: 'Whether this call ended a running turn.' }, run_id: TEXT },
  ['aborted'],
);
