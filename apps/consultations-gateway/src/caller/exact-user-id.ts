import { type FieldError, ParleyError } from '@parley/contracts';
import type { FastifyInstance } from 'fastify';

/** Most bodies name their user by a text, if at all: only the others are read a second time. */
const NUMERIC_USER_ID = /"user_id"\s*:\s*-?\d/;
const WRITTEN_INTEGER = /^-?\d+(?:\.0+)?$/;

type SourceReviver = (this: unknown, key: string, value: unknown, context: { source?: string }) => unknown;

/**
 * Whether the JSON object in `text` has a numeric `user_id` that is another number once it is parsed: 9007199254740993
 * becomes 9007199254740992, and nobody downstream could tell. `text` must be valid JSON.
 */
export function hasRoundedUserId(text: string): boolean {
  if (!NUMERIC_USER_ID.test(text)) return false;
  const holders: unknown[] = [];
  let rounded = false;
  const look: SourceReviver = function (key, value, { source }) {
    if (key === 'user_id' && typeof value === 'number' && !isExact(value, source)) holders.push(this);
    if (key === '') rounded = holders.includes(value);
    return value;
  };
  JSON.parse(text, look as Parameters<typeof JSON.parse>[1]);
  return rounded;
}

const isExact = (value: number, source: string | undefined): boolean =>
  Number.isSafeInteger(value) && source !== undefined && WRITTEN_INTEGER.test(source);

const ERROR: FieldError = { path: 'user_id', message: 'a numeric user_id must be an integer that JSON holds exactly; send others as text' };

/** Makes the app's JSON parser refuse (400) a `user_id` that would be rounded. Call it before the app starts. */
export function refuseRoundedUserIds(http: FastifyInstance): void {
  const parse = http.getDefaultJsonParser('error', 'error');
  http.removeContentTypeParser('application/json');
  http.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    parse(request, body, (error, value) => {
      if (error !== null) done(new ParleyError('validation_failed', { detail: 'The body is not valid JSON.' }, { cause: error }));
      else if (hasRoundedUserId(body)) done(new ParleyError('validation_failed', { errors: [ERROR] }));
      else done(null, value);
    });
  });
}
