import { applyDecorators } from '@nestjs/common';
import { ApiHeader, ApiOkResponse, ApiParam, ApiProduces, ApiQuery, ApiResponse } from '@nestjs/swagger';
import { ERROR_TABLE, IDEMPOTENCY_HEADER, RUN_ID_HEADER, USER_HEADER } from '@parley/contracts';
import { CARD } from './card.schema.js';
import { choice, listOf, object, TEXT, textThat, USER_ID } from './schema.js';

export const ApiSession = (): MethodDecorator =>
  ApiParam({ name: 'id', description: 'The session: 1 to 128 characters of A-Z, a-z, 0-9, _ and -.' });

export const ApiUser = (): MethodDecorator =>
  applyDecorators(
    ApiQuery({ name: 'user_id', required: false, schema: USER_ID }),
    ApiHeader({ name: USER_HEADER, required: false, description: 'The user, where neither body nor query name one.' }),
  );

export const ApiPage = (): MethodDecorator =>
  applyDecorators(
    ApiQuery({ name: 'limit', required: false, schema: { type: 'integer', minimum: 1, maximum: 100, default: 20 } }),
    ApiQuery({ name: 'cursor', required: false, description: 'next_cursor of the page before.' }),
  );

const PROBLEM = object(
  {
    type: TEXT,
    title: TEXT,
    status: { type: 'integer' },
    detail: TEXT,
    code: choice(Object.keys(ERROR_TABLE)),
    trace_id: TEXT,
    errors: listOf(object({ path: TEXT, field_key: TEXT, item_id: TEXT, code: TEXT, message: TEXT }, ['message'])),
    card: CARD,
    retry_after: { type: 'number' },
  },
  ['type', 'title', 'status', 'trace_id'],
);

/** The refusals of a call; each names the codes of the error table that have its status. */
export const ApiProblems = (...statuses: number[]): MethodDecorator =>
  applyDecorators(
    ...statuses.map((status) =>
      ApiResponse({ status, description: codesOf(status), content: { 'application/problem+json': { schema: PROBLEM } } }),
    ),
  );

const codesOf = (status: number): string =>
  Object.entries(ERROR_TABLE)
    .filter(([, row]) => row.status === status)
    .map(([code]) => code)
    .join(', ');

const STREAM = {
  schema: textThat('Frames `id: <run_id>:<seq>`, `event: <name>`, `data: {"type":<name>,"data":{…}}`; comments in silence.'),
};

const RUN_ID = { [RUN_ID_HEADER]: { description: 'The run.', schema: TEXT } };

export const ApiRunStream = (): MethodDecorator =>
  ApiOkResponse({ description: 'The run as an event stream', headers: RUN_ID, content: { 'text/event-stream': STREAM } });

const JSON_ANSWER = object(
  {
    run_id: TEXT,
    session_id: TEXT,
    turn: { type: 'integer' },
    status: choice(['completed', 'interrupted', 'preempted']),
    output: TEXT,
    result: object({ role: choice(['assistant']), content: TEXT, _interrupt: CARD }, ['role', 'content']),
  },
  ['run_id', 'session_id', 'turn', 'status', 'output', 'result'],
);

/** Of a call that starts a run. */
export const ApiRunAnswer = (): MethodDecorator =>
  applyDecorators(
    ApiHeader({ name: IDEMPOTENCY_HEADER, required: false, description: 'The same key and body joins the run it started.' }),
    ApiProduces('text/event-stream', 'application/json'),
    ApiOkResponse({
      description: 'The run as an event stream, or with `stream: false` as one document',
      headers: RUN_ID,
      content: { 'text/event-stream': STREAM, 'application/json': { schema: JSON_ANSWER } },
    }),
  );
