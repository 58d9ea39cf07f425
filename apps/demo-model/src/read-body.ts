import type { IncomingMessage } from 'node:http';

export class BodyTooLarge extends Error {
  constructor(maxBytes: number) {
    super(`the body is larger than ${maxBytes} bytes`);
    this.name = 'BodyTooLarge';
  }
}

/** The whole body as text. Throws `BodyTooLarge`, or the connection's error. */
export async function readBody(req: IncomingMessage, maxBytes: number): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  // Not destroyed on the way out: the refusal still has to be written.
  for await (const part of req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > maxBytes) throw new BodyTooLarge(maxBytes);
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
