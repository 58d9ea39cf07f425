import { DecodeError } from './decode-error.js';
import { LineSplitter } from './line-splitter.js';

/** What a skill may emit is limited to 4 MiB an event; an `end` carries the whole text of its turn, which has no limit of its own. */
export const DEFAULT_MAX_BYTES = 64 * 1024 * 1024;

export interface DecoderOptions {
  /** Bytes one event may have, its field names included. */
  maxBytes?: number;
}

/** What all decoders of this package have in common. */
export interface Decoder<T> {
  /** Set as soon as the bytes cannot be decoded any further. */
  readonly failure: DecodeError | undefined;
  /**
   * What these bytes completed, in order; the same for every split. Bytes at fault set `failure`: that call still answers
   * what came before the fault, every later call throws it.
   */
  push(bytes: Uint8Array): T[];
  /** To be called when the bytes have ended: answers what that completed, throws DecodeError `truncated` for an unfinished tail. */
  end(): T[];
}

/** How one format reads lines. Throws DecodeError for a line it cannot read. */
export interface LineFormat<T> {
  readonly crEndsLine: boolean;
  /** Bytes of the event that is being read, without the current line. */
  readonly pendingBytes: number;
  /** What the line completed, if anything. */
  line(text: string, byteLength: number): T | undefined;
  /** `text`: what came after the last line end. */
  end(text: string): T | undefined;
}

/** Drives a line format; subclasses only name it. */
export class LineDecoder<T> implements Decoder<T> {
  readonly #format: LineFormat<T>;
  readonly #lines: LineSplitter;
  #failure: DecodeError | undefined;

  constructor(format: LineFormat<T>, options: DecoderOptions = {}) {
    const maxBytes = options.maxBytes ?? DEFAULT_MAX_BYTES;
    this.#format = format;
    this.#lines = new LineSplitter({ crEndsLine: format.crEndsLine, room: () => maxBytes - format.pendingBytes });
  }

  get failure(): DecodeError | undefined {
    return this.#failure;
  }

  push(bytes: Uint8Array): T[] {
    if (this.#failure) throw this.#failure;
    const items: T[] = [];
    try {
      this.#lines.push(bytes, (text, byteLength) => {
        const item = this.#format.line(text, byteLength);
        if (item !== undefined) items.push(item);
      });
    } catch (error) {
      this.#fail(error);
    }
    return items;
  }

  end(): T[] {
    if (this.#failure) throw this.#failure;
    try {
      const item = this.#format.end(this.#lines.rest());
      return item === undefined ? [] : [item];
    } catch (error) {
      throw this.#fail(error);
    }
  }

  #fail(error: unknown): DecodeError {
    if (!(error instanceof DecodeError)) throw error;
    return (this.#failure = error);
  }
}
