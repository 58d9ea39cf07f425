import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { isTerminal, type NumberedEvent, RUN_ID_HEADER, type RunEventName, type RunEventOf, type RunId } from '@parley/contracts';
import type { ReplayData } from '@parley/wire';
import { checkRun } from './check-run.js';
import { type Frame, FrameReader } from './frame-reader.js';
import type { FinishedRun } from './finished-run.js';
import type { OpenReply } from './http-exchange.js';

/** How the bytes ended: by the server, with the last chunk; or by a break of the connection. */
type Ending = 'whole' | 'broken';

/**
 * A native event stream as it comes. Strict: bytes that are no frame of the protocol, to the letter, make every method
 * throw; and `finished` throws where the run breaks an invariant.
 */
export class RunStream {
  readonly status: number;
  readonly headers: OpenReply['headers'];
  /** All run events so far. */
  readonly events: NumberedEvent[] = [];
  /** What a stream that was come back to said first. */
  replay?: ReplayData;
  /** Keep-alive comments so far. */
  comments = 0;
  /** All bytes so far, as text. */
  raw = '';
  #ending?: Ending;
  #fault?: Error;
  #taken = 0;
  readonly #news = new EventEmitter().setMaxListeners(0);

  constructor(private readonly reply: OpenReply) {
    this.status = reply.status;
    this.headers = reply.headers;
    void this.#read();
  }

  get runId(): RunId {
    return this.headers[RUN_ID_HEADER] as RunId;
  }

  /** Whether the server has ended the stream, or the connection broke. */
  get isOver(): boolean {
    return this.#ending !== undefined;
  }

  /** The id of the last event, what a client that comes back sends as `Last-Event-ID`. */
  get lastEventId(): string {
    return `${this.runId}:${this.events.at(-1)?.seq ?? 0}`;
  }

  /** The next event of that name that no earlier call of `next` has passed. Rejects where the stream ends before. */
  async next<Name extends RunEventName>(name: Name): Promise<RunEventOf<Name> & { seq: number }> {
    for (;;) {
      const event = await this.#at(this.#taken++, `an event ${name}`);
      if (event.event === name) return event as RunEventOf<Name> & { seq: number };
    }
  }

  /** The event with that number, as soon as it is there. */
  async event(seq: number): Promise<NumberedEvent> {
    const find = (): NumberedEvent | undefined => this.events.find((event) => event.seq === seq);
    await this.#until(() => find() !== undefined, `event ${seq}`);
    return find()!;
  }

  /** Resolves when so much text was shown. */
  async shown(text: string): Promise<void> {
    const isShown = (): boolean =>
      this.events
        .map((event) => (event.event === 'token' ? event.data.text : ''))
        .join('')
        .includes(text);
    await this.#until(isShown, `the text ${JSON.stringify(text)}`);
  }

  /** Resolves when there have been `n` keep-alive comments. */
  async commented(n: number): Promise<void> {
    await this.#until(() => this.comments >= n, `${n} comments`);
  }

  /** Reads to the end. Throws where the connection broke, where bytes are not the protocol's, or the run breaks an invariant. */
  async finished(): Promise<FinishedRun> {
    while (!this.#ending) await once(this.#news, 'news');
    this.#throwFault();
    if (this.#ending !== 'whole') throw new Error(`the stream of ${this.runId} broke off after ${this.#told()}`);
    return checkRun(this.runId, this.events, this.replay?.from_seq ?? 1);
  }

  /** As `finished`, for a stream that has nothing left to say. */
  async ended(): Promise<void> {
    while (!this.#ending) await once(this.#news, 'news');
    this.#throwFault();
  }

  /** Resolves when the other end has closed the connection, also while nothing is taken from it. */
  async disconnected(): Promise<void> {
    const { socket } = this.reply;
    // A socket that nobody reads learns of it only when it writes: to a dead connection that is an error.
    while (!socket.destroyed) {
      socket.write('\r\n');
      await delay(20);
    }
  }

  /** Leaves as a browser does whose tab is closed. */
  leave(): void {
    this.reply.body.destroy();
  }

  /** Leaves with a RST. */
  reset(): void {
    this.reply.socket.resetAndDestroy();
  }

  /** Takes nothing from the connection until `takeOn`. */
  stall(): void {
    this.reply.body.pause();
    this.reply.socket.pause();
  }

  takeOn(): void {
    this.reply.socket.resume();
    this.reply.body.resume();
  }

  async #at(index: number, what: string): Promise<NumberedEvent> {
    await this.#until(() => this.events.length > index, what);
    return this.events[index]!;
  }

  async #until(isThere: () => boolean, what: string): Promise<void> {
    while (!isThere()) {
      this.#throwFault();
      if (this.#ending) throw new Error(`the stream of ${this.runId} ended without ${what}: ${this.#told()}`);
      await once(this.#news, 'news');
    }
  }

  async #read(): Promise<void> {
    const frames = new FrameReader();
    try {
      for await (const chunk of this.#chunks()) {
        this.raw += frames.push(chunk, this.runId, (frame) => this.#take(frame));
        this.#news.emit('news');
      }
      frames.end();
      this.#ending = 'whole';
    } catch (error) {
      if (this.reply.body.errored || this.reply.body.destroyed) this.#ending = 'broken';
      if (!this.reply.body.errored && error instanceof Error) this.#fault = error;
      this.#ending ??= 'broken';
      this.leave();
    }
    this.#news.emit('news');
  }

  /** With `data` events, not an iterator: that one would read on while the test stalls the connection. */
  async *#chunks(): AsyncGenerator<Buffer> {
    const { body } = this.reply;
    const waiting: Buffer[] = [];
    const wake = new EventEmitter();
    let over = false;
    let broken: Error | undefined;
    body.on('data', (chunk: Buffer) => (waiting.push(chunk), wake.emit('wake')));
    body.on('end', () => (over = true));
    body.on('error', (error) => (broken = error));
    body.on('close', () => ((broken ??= over ? undefined : new Error('left')), (over = true), wake.emit('wake')));
    for (;;) {
      while (waiting.length > 0) yield waiting.shift()!;
      if (broken) throw broken;
      if (over) return;
      await once(wake, 'wake');
    }
  }

  #take(frame: Frame): void {
    if (frame.kind === 'comment') this.comments += 1;
    else if (frame.kind === 'replay') {
      assert.equal(this.events.length, 0, 'replay comes before all events');
      assert.equal(this.replay, undefined, 'replay comes once');
      this.replay = frame.data;
    } else {
      const before = this.events.at(-1);
      assert.ok(!before || !isTerminal(before), `an event after the terminal one: ${frame.event.event}`);
      this.events.push(frame.event);
    }
  }

  #throwFault(): void {
    if (this.#fault) throw this.#fault;
  }

  #told(): string {
    return this.events.map(({ event, seq }) => `${seq}:${event}`).join(' ') || 'no event';
  }
}
