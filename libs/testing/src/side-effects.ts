import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Held {
  key: string;
  answer: () => void;
}

/**
 * The outside world of skills under test: `POST <url>/<key>` with a JSON body is a side effect. It counts them, and can
 * keep a skill waiting for the answer, so that a test has it exactly where it wants it.
 */
export class SideEffects {
  readonly #values = new Map<string, unknown[]>();
  readonly #holding = new Set<string>();
  readonly #arrivals = new EventEmitter().setMaxListeners(0);
  readonly #server = createServer((req, res) => void this.#serve(req, res));
  #held: Held[] = [];
  #url?: string;

  async listen(port = 0): Promise<void> {
    this.#server.listen(port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get url(): string {
    if (this.#url === undefined) throw new Error('the side effects do not listen yet');
    return this.#url;
  }

  count(key: string): number {
    return this.of(key).length;
  }

  /** The bodies that came under the key, in order. */
  of(key: string): readonly unknown[] {
    return this.#values.get(key) ?? [];
  }

  /** From now on who does this waits, until `release`. */
  hold(key: string): void {
    this.#holding.add(key);
  }

  release(key: string): void {
    this.#holding.delete(key);
    const held = this.#held.filter((one) => one.key === key);
    this.#held = this.#held.filter((one) => one.key !== key);
    for (const { answer } of held) answer();
  }

  /** Resolves when it has been done `n` times. */
  async arrived(key: string, n = 1): Promise<void> {
    while (this.count(key) < n) await once(this.#arrivals, 'done');
  }

  async close(): Promise<void> {
    if (!this.#server.listening) return;
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  async #serve(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of req as AsyncIterable<Buffer>) parts.push(part);
    const key = decodeURIComponent((req.url ?? '').slice(1));
    this.#values.set(key, [...this.of(key), JSON.parse(Buffer.concat(parts).toString() || 'null') as unknown]);
    const answer = (): void => void res.writeHead(204).end();
    if (this.#holding.has(key)) this.#held.push({ key, answer });
    else answer();
    this.#arrivals.emit('done');
  }
}
