import { once } from 'node:events';
import { type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http';
import type { Socket } from 'node:net';

export interface HttpCall {
  method: string;
  url: string;
  headers?: OutgoingHttpHeaders;
  /** Sent as JSON; a string or bytes as they are. */
  body?: unknown;
}

/** An answer whose headers are there. */
export interface OpenReply {
  status: number;
  headers: IncomingMessage['headers'];
  body: IncomingMessage;
  /** The connection, for tests that do something to it. */
  socket: Socket;
}

/** An answer that was read to its end. */
export interface Reply {
  status: number;
  headers: IncomingMessage['headers'];
  text: string;
  /** The body as JSON; throws where it is none. */
  json: unknown;
}

/** One request on a connection of its own; resolves at the headers. */
export async function openExchange({ method, url, headers, body }: HttpCall): Promise<OpenReply> {
  const bytes = bytesOf(body);
  const sent = request(url, {
    method,
    agent: false,
    headers: {
      connection: 'close',
      ...(bytes && { 'content-type': 'application/json', 'content-length': bytes.length }),
      ...headers,
    },
  });
  sent.end(bytes);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  // Whoever reads the body learns of a break there.
  sent.on('error', () => undefined);
  return { status: answer.statusCode ?? 0, headers: answer.headers, body: answer, socket: answer.socket };
}

/** One request, answered to the end. */
export async function exchange(call: HttpCall): Promise<Reply> {
  return readWhole(await openExchange(call));
}

export async function readWhole({ status, headers, body }: Pick<OpenReply, 'status' | 'headers' | 'body'>): Promise<Reply> {
  const parts: Buffer[] = [];
  for await (const part of body as AsyncIterable<Buffer>) parts.push(part);
  const text = Buffer.concat(parts).toString();
  return {
    status,
    headers,
    text,
    get json(): unknown {
      return JSON.parse(text) as unknown;
    },
  };
}

function bytesOf(body: unknown): Buffer | undefined {
  if (body === undefined || Buffer.isBuffer(body)) return body;
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}
