import { DecodeError } from './decode-error.js';

const LF = 0x0a;
const CR = 0x0d;
const BOM = '\uFEFF';
const FIRST_CAPACITY = 1024;
/** A buffer that one large line blew up is given back after that line. */
const KEPT_CAPACITY = 64 * 1024;

export interface SplitterOptions {
  /** Whether CR and CRLF end a line as LF does (event streams), or LF alone (NDJSON). */
  crEndsLine: boolean;
  /** Bytes a line may have, asked whenever a line or a part of one came. */
  room: () => number;
}

/**
 * Bytes → lines of text, the same for every split of the bytes. Line ends are looked for in the bytes, which is safe in
 * UTF-8, and each line is decoded once, when it is complete: so a character cut by a chunk is whole again, and a line
 * that comes byte by byte costs its length, not its square. A byte order mark at the very start is removed.
 */
export class LineSplitter {
  readonly #utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  #held = new Uint8Array(0);
  #heldBytes = 0;
  #skipLf = false;
  #atStart = true;

  constructor(private readonly options: SplitterOptions) {}

  /** Calls `onLine` with every line that is complete now, and its size. Throws DecodeError (`too_large`, `invalid_utf8`) after the lines before it. */
  push(bytes: Uint8Array, onLine: (line: string, byteLength: number) => void): void {
    if (bytes.length === 0) return;
    let from = this.#skipLf && bytes[0] === LF ? 1 : 0;
    this.#skipLf = false;
    let lf = from - 1;
    let cr = this.options.crEndsLine ? from - 1 : Infinity;
    for (;;) {
      if (lf < from) lf = positionOf(LF, bytes, from);
      if (cr < from) cr = positionOf(CR, bytes, from);
      const end = Math.min(lf, cr);
      if (end === Infinity) break;
      const byteLength = this.#heldBytes + end - from;
      const line = this.#complete(bytes.subarray(from, end));
      from = end + 1;
      if (end === cr) {
        if (from === bytes.length) this.#skipLf = true;
        else if (bytes[from] === LF) from += 1;
      }
      onLine(line, byteLength);
    }
    this.#hold(bytes.subarray(from));
  }

  /** The bytes after the last line end, as text; `''` where there are none. Throws DecodeError `truncated` where they end inside a character. */
  rest(): string {
    try {
      return this.#complete(new Uint8Array(0));
    } catch (cause) {
      throw new DecodeError('truncated', 'the bytes end inside a character', { cause });
    }
  }

  #complete(piece: Uint8Array): string {
    let whole = piece;
    if (this.#heldBytes > 0) {
      this.#hold(piece);
      whole = this.#held.subarray(0, this.#heldBytes);
      this.#heldBytes = 0;
    } else this.#check(piece.length);
    const line = this.#decode(whole);
    if (this.#held.length > KEPT_CAPACITY) this.#held = new Uint8Array(0);
    return line;
  }

  #decode(bytes: Uint8Array): string {
    let line: string;
    try {
      line = this.#utf8.decode(bytes);
    } catch (cause) {
      throw new DecodeError('invalid_utf8', `a line of ${bytes.length} bytes`, { cause });
    }
    if (!this.#atStart) return line;
    this.#atStart = false;
    return line.startsWith(BOM) ? line.slice(1) : line;
  }

  #hold(piece: Uint8Array): void {
    if (piece.length === 0) return;
    const needed = this.#heldBytes + piece.length;
    this.#check(needed);
    if (needed > this.#held.length) {
      const grown = new Uint8Array(Math.max(needed, this.#held.length * 2, FIRST_CAPACITY));
      grown.set(this.#held.subarray(0, this.#heldBytes));
      this.#held = grown;
    }
    this.#held.set(piece, this.#heldBytes);
    this.#heldBytes = needed;
  }

  #check(byteLength: number): void {
    if (byteLength > this.options.room()) throw new DecodeError('too_large', `a line of at least ${byteLength} bytes`);
  }
}

function positionOf(byte: number, bytes: Uint8Array, from: number): number {
  const at = bytes.indexOf(byte, from);
  return at === -1 ? Infinity : at;
}
