import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

export interface RawRequest {
  method: string;
  /** Below the base path, query included. */
  path: string;
  headers: IncomingMessage['headers'];
  body: unknown;
  /** `performance.now()`. */
  at: number;
}

export type Answer = (reply: RawReply, request: RawRequest) => unknown;

const BASE_PATH = '/api/v1/consultations';

/**
 * A server that answers with exactly the bytes a test wants, and breaks as it wants. Requests are answered by the scripts of
 * `next`, one each, in order, then by the route that was set last for them.
 */
export class RawServer {
  readonly requests: RawRequest[] = [];
  #scripts: Answer[] = [];
  #routes: [RegExp, Answer][] = [];
  #waiting: (() => void)[] = [];
  readonly #sockets = new Set<Socket>();
  readonly #server = createServer((request) => void this.#serve(request));

  async listen(port = 0): Promise<void> {
    this.#server.on('connection', (socket) => {
      this.#sockets.add(socket.setNoDelay());
      socket.on('error', () => undefined).on('close', () => this.#sockets.delete(socket));
    });
    this.#server.listen(port, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** For the next requests, one after the other. */
  next(...answers: Answer[]): void {
    this.#scripts.push(...answers);
  }

  /** For all requests whose `<method> <path>` fits. */
  on(what: RegExp, answer: Answer): void {
    this.#routes.unshift([what, answer]);
  }

  /** Resolves with the nth (from 1) request that fits, as soon as it is there. */
  async nth(n: number, what = /./): Promise<RawRequest> {
    for (;;) {
      const request = this.requests.filter(({ method, path }) => what.test(`${method} ${path}`))[n - 1];
      if (request) return request;
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  async close(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  async #serve(incoming: IncomingMessage): Promise<void> {
    const at = performance.now();
    const text = Buffer.concat((await incoming.toArray()) as Buffer[]).toString();
    const { method = '', url = '', headers, socket } = incoming;
    const request = { method, path: url.slice(BASE_PATH.length), headers, body: text && (JSON.parse(text) as unknown), at };
    this.requests.push(request);
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const wake of waiting) wake();
    const fits = ([what]: [RegExp, Answer]): boolean => what.test(`${method} ${request.path}`);
    const answer = this.#scripts.shift() ?? this.#routes.find(fits)?.[1];
    if (!answer) throw new Error(`nobody answers ${method} ${url}`);
    await answer(new RawReply(socket), request);
  }
}

/** One answer, byte by byte. The body ends with the connection. */
export class RawReply {
  constructor(readonly socket: Socket) {}

  /** Resolves when the client has closed the connection. */
  async left(): Promise<void> {
    if (!this.socket.destroyed) await once(this.socket.resume(), 'close');
  }

  head(status: number, headers: Record<string, string> = {}): this {
    const lines = Object.entries({ ...headers, connection: 'close' }).map(([name, value]) => `${name}: ${value}\r\n`);
    this.socket.write(`HTTP/1.1 ${status} Whatever\r\n${lines.join('')}\r\n`);
    return this;
  }

  json(status: number, body: unknown, headers: Record<string, string> = {}): void {
    const type = status < 400 ? 'application/json' : 'application/problem+json';
    this.head(status, { 'content-type': `${type}; charset=utf-8`, ...headers });
    this.socket.end(JSON.stringify(body));
  }

  html(status: number): void {
    this.head(status, { 'content-type': 'text/html' });
    this.socket.end('<html><body>data: please sign in</body></html>');
  }

  /** The headers of an event stream. */
  stream(runId?: string): this {
    return this.head(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      ...(runId === undefined ? {} : { 'x-run-id': runId }),
    });
  }

  /** Each piece in a packet of its own, as far as that can be had. */
  async write(...pieces: (string | Uint8Array)[]): Promise<void> {
    for (const piece of pieces) {
      await new Promise<void>((resolve) => this.socket.write(piece, () => resolve()));
      await new Promise(setImmediate);
    }
  }

  /** FIN: to the client it looks like the end of the body. */
  end(text = ''): void {
    this.socket.end(text);
  }

  /** RST, after what was written before. */
  reset(): void {
    this.socket.resetAndDestroy();
  }
}
