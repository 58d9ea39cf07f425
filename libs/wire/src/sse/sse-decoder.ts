import { DecodeError } from '../decode/decode-error.js';
import { type DecoderOptions, LineDecoder, type LineFormat } from '../decode/line-decoder.js';

/** One event of an event stream, as the standard dispatches it. */
export interface SseEvent {
  /** `message` where the frame had no name. */
  event: string;
  data: string;
  /** The frame's own id; absent where it had none. */
  id?: string;
  /** The last id seen on this stream, what a browser would send as `Last-Event-ID`; `''` = none. */
  lastEventId: string;
}

/**
 * Event streams as the WHATWG standard reads them: LF, CR and CRLF end lines, also when a chunk cuts them; one byte order
 * mark at the start and one space after the colon are removed; comments, unknown fields, `retry` and ids with a NUL are
 * ignored; an event without a data line is dropped. Stricter than the standard where it would lose data silently: bytes
 * that are not UTF-8 and an unfinished last event are errors.
 */
export class SseDecoder extends LineDecoder<SseEvent> {
  constructor(options?: DecoderOptions) {
    super(new SseFormat(), options);
  }
}

/** The fields of the event that is being read. */
export class SseFormat implements LineFormat<SseEvent> {
  readonly crEndsLine = true;
  pendingBytes = 0;
  #name = '';
  #data: string[] = [];
  #id: string | undefined;
  #lastEventId = '';

  line(text: string, byteLength: number): SseEvent | undefined {
    if (text === '') return this.#dispatch();
    const colon = text.indexOf(':');
    if (colon === 0) return undefined;
    this.pendingBytes += byteLength;
    if (colon === -1) this.#field(text, '');
    else this.#field(text.slice(0, colon), text.slice(text[colon + 1] === ' ' ? colon + 2 : colon + 1));
    return undefined;
  }

  end(text: string): undefined {
    if (text !== '') throw new DecodeError('truncated', 'the stream ends inside a line');
    if (this.pendingBytes > 0) throw new DecodeError('truncated', 'the stream ends before the empty line of an event');
  }

  #field(name: string, value: string): void {
    if (name === 'data') this.#data.push(value);
    else if (name === 'event') this.#name = value;
    else if (name === 'id' && !value.includes('\0')) this.#id = value;
  }

  #dispatch(): SseEvent | undefined {
    const [name, data, id] = [this.#name, this.#data, this.#id];
    this.pendingBytes = 0;
    this.#name = '';
    this.#id = undefined;
    if (id !== undefined) this.#lastEventId = id;
    if (data.length === 0) return undefined;
    this.#data = [];
    const event: SseEvent = { event: name || 'message', data: data.join('\n'), lastEventId: this.#lastEventId };
    if (id !== undefined) event.id = id;
    return event;
  }
}
