import { MAX_BODY_BYTES, ParleyError } from '@parley/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';

/** Who closes a connection on somebody who is still sending resets it, and the refusal is never read: up to here it is waited for. */
const MAX_DISCARDED_BYTES = 32 * 1024 * 1024;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** JSON is the only content type; everything else is 415. */
export function acceptJsonOnly(http: FastifyInstance): void {
  const parse = http.getDefaultJsonParser('error', 'error');
  const readJson = async (request: FastifyRequest, payload: IncomingMessage): Promise<unknown> => {
    const body = await readBody(payload);
    // Some clients announce JSON and then send nothing, for calls that need no body.
    if (body.length === 0) return undefined;
    try {
      const text = utf8.decode(body);
      return await new Promise((resolve, reject) => {
        void parse(request, text, (error, value) => (error === null ? resolve(value) : reject(error)));
      });
    } catch (cause) {
      throw new ParleyError('validation_failed', { detail: 'The body is not valid JSON in UTF-8.' }, { cause });
    }
  };
  http.removeAllContentTypeParsers();
  http.addContentTypeParser('application/json', (request, payload: IncomingMessage, done) => {
    void readJson(request, payload).then(
      (value) => done(null, value),
      (error: Error) => done(error),
    );
  });
}

/** Rejects with `payload_too_large` once the sender has ended, or has sent more than anybody waits for. */
async function readBody(payload: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of payload as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size <= MAX_BODY_BYTES) chunks.push(chunk);
      else if (size > MAX_DISCARDED_BYTES) break;
    }
  } catch (cause) {
    throw new ParleyError('validation_failed', { detail: 'The body was not sent to its end.' }, { cause });
  }
  if (size > MAX_BODY_BYTES)
    throw new ParleyError('payload_too_large', { detail: `The body is larger than ${MAX_BODY_BYTES} bytes.` });
  return Buffer.concat(chunks);
}
