import { INTERNAL_TOKEN_HEADER, type NumberedEvent, type PendingCard } from '@parley/contracts';
import { NdjsonDecoder, ndjsonLine, PING_LINE } from '@parley/wire';
import assert from 'node:assert/strict';
import { exchange, type HttpCall, openExchange, type OpenReply, readWhole, type Reply } from './http-exchange.js';
import { UnexpectedReply } from './unexpected-reply.js';

const BASE = '/api/v1/internal/ai';

/** The internal API of one engine. */
export class EngineApi {
  constructor(
    private readonly origin: string,
    /** null sends none. */
    private readonly token: string | null,
  ) {}

  async send(method: string, path: string, body?: unknown): Promise<Reply> {
    return exchange(this.#call(method, path, body));
  }

  /** `execute` or `resume`; resolves at the headers. */
  async open(what: 'execute' | 'resume', body: object): Promise<NdjsonStream> {
    const call = this.#call('POST', `/agent/${what}/stream`, body);
    const reply = await openExchange(call);
    if (reply.status !== 200) throw new UnexpectedReply(call, await readWhole(reply));
    return new NdjsonStream(reply);
  }

  async pendingCard(threadId: string): Promise<PendingCard> {
    return (await this.send('GET', `/agent/pending_card?thread_id=${encodeURIComponent(threadId)}`)).json as PendingCard;
  }

  async cancel(runId: string): Promise<Reply> {
    return this.send('POST', '/agent/cancel', { run_id: runId });
  }

  #call(method: string, path: string, body?: unknown): HttpCall {
    return {
      method,
      url: `${this.origin}${BASE}${path}`,
      body,
      headers: this.token === null ? {} : { [INTERNAL_TOKEN_HEADER]: this.token },
    };
  }
}

/** The engine's NDJSON as it comes. Bytes that our own encoder would not have written are an error. */
export class NdjsonStream {
  readonly headers: OpenReply['headers'];
  readonly events: NumberedEvent[] = [];
  pings = 0;
  readonly #bytes: AsyncIterator<Buffer, undefined>;
  #rest = '';

  constructor(private readonly reply: OpenReply) {
    this.headers = reply.headers;
    this.#bytes = (reply.body as AsyncIterable<Buffer, undefined>)[Symbol.asyncIterator]();
  }

  /** Reads until that holds; rejects where the stream ends before. */
  async until(holds: (stream: this) => boolean): Promise<void> {
    while (!holds(this)) if (!(await this.#readOn())) throw new Error(`the stream ended after ${this.events.length} events`);
  }

  /** All events. */
  async toEnd(): Promise<NumberedEvent[]> {
    while (await this.#readOn());
    assert.equal(this.#rest, '', 'the last line has its end');
    return this.events;
  }

  leave(): void {
    this.reply.body.destroy();
  }

  async #readOn(): Promise<boolean> {
    const next = await this.#bytes.next();
    if (next.done) return false;
    const lines = (this.#rest + next.value.toString('latin1')).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) this.#take(Buffer.from(`${line}\n`, 'latin1'));
    return true;
  }

  #take(line: Buffer): void {
    if (line.toString() === PING_LINE) {
      this.pings += 1;
      return;
    }
    const decoder = new NdjsonDecoder();
    const [event] = decoder.push(line);
    if (decoder.failure) throw decoder.failure;
    assert.ok(event, `a line is an event: ${line.toString()}`);
    assert.equal(line.toString(), ndjsonLine(event), 'the bytes of a line');
    this.events.push(event);
  }
}
