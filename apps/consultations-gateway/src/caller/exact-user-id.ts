import { type FieldError, MAX_BODY_BYTES, ParleyError } from '@parley/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';

const WRITTEN_INTEGER = /^-?\d+(?:\.0+)?$/;

type SourceReviver = (this: unknown, key: string, value: unknown, context: { source?: string }) => unknown;

/**
 * Whether the JSON object in `text` has a numeric `user_id` that is another number once it is parsed: 9007199254740993
 * becomes 9007199254740992, and nobody downstream could tell. `text` must be valid JSON.
 */
export function hasRoundedUserId(text: string): boolean {
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

const ERROR: FieldError = {
  path: 'user_id',
  message: 'a numeric user_id must be an integer that JSON holds exactly; send others as text',
};

/**
 * Refuses (400) bodies whose `user_id` was rounded when it was parsed. Only a body with a number there is read a second
 * time; of all others nothing is kept beyond their validation. Call it before the app starts.
 */
export function refuseRoundedUserIds(http: FastifyInstance): void {
  const bodies = new WeakMap<FastifyRequest, Buffer[]>();
  http.addHook('preParsing', (request, _reply, payload, done) => {
    const chunks: Buffer[] = [];
    let size = 0;
    bodies.set(request, chunks);
    // Beside whoever parses the body: the listener sees what that one reads.
    payload.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= MAX_BODY_BYTES) chunks.push(chunk);
    });
    done(null, payload);
  });
  http.addHook('preValidation', (request, _reply, done) => {
    const chunks = bodies.get(request) ?? [];
    bodies.delete(request);
    const isNumeric = typeof (request.body as { user_id?: unknown } | null | undefined)?.user_id === 'number';
    const isRounded = isNumeric && hasRoundedUserId(Buffer.concat(chunks).toString());
    done(isRounded ? new ParleyError('validation_failed', { errors: [ERROR] }) : undefined);
  });
}
