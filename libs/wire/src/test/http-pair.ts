import { once } from 'node:events';
import { type Server, type ServerResponse, createServer } from 'node:http';
import { type AddressInfo, type Socket, connect } from 'node:net';

/** A real response and the raw socket of its reader, which reads nothing until it is told to. */
export interface HttpPair {
  response: ServerResponse;
  reader: Socket;
}

export class HttpPairs {
  readonly #server: Server = createServer();
  readonly #readers: Socket[] = [];

  async start(): Promise<void> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  /** `request`: the bytes the reader sends. */
  async open(request = 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'): Promise<HttpPair> {
    const arrived = once(this.#server, 'request') as Promise<[unknown, ServerResponse]>;
    const reader = connect((this.#server.address() as AddressInfo).port, '127.0.0.1').pause();
    reader.on('error', () => undefined);
    this.#readers.push(reader);
    reader.write(request);
    const [, response] = await arrived;
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
    return { response, reader };
  }

  async stop(): Promise<void> {
    for (const reader of this.#readers) reader.destroy();
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}

/** The body of an answer with chunked encoding, and whether its last chunk came. */
export function bodyOf(answer: Buffer): { body: Buffer; isWhole: boolean } {
  const pieces: Buffer[] = [];
  let at = answer.indexOf('\r\n\r\n') + 4;
  for (;;) {
    const lineEnd = answer.indexOf('\r\n', at);
    const size = lineEnd === -1 ? NaN : parseInt(answer.toString('latin1', at, lineEnd), 16);
    if (!(size > 0)) return { body: Buffer.concat(pieces), isWhole: size === 0 };
    pieces.push(answer.subarray(lineEnd + 2, lineEnd + 2 + size));
    at = lineEnd + 2 + size + 2;
  }
}

/** Everything the reader gets until the connection is over. */
export async function readAll(reader: Socket): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of reader as AsyncIterable<Buffer>) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** How many listeners a response has for what a writer listens to. */
export const listenersOf = (response: ServerResponse): number[] =>
  ['drain', 'finish', 'close', 'error'].map((event) => response.listenerCount(event));
