import { isDeepStrictEqual } from 'node:util';
import type { DecodeReason } from '../decode/decode-error.js';
import { DecodeError } from '../decode/decode-error.js';
import type { Decoder } from '../decode/line-decoder.js';

export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** What a decoder made of a stream, and how the stream ended. */
export interface Decoded<T> {
  items: T[];
  reason?: DecodeReason;
}

/** Feeds the chunks, then the end. */
export function decodeAll<T>(decoder: Decoder<T>, chunks: Iterable<Uint8Array>): Decoded<T> {
  const items: T[] = [];
  try {
    for (const chunk of chunks) items.push(...decoder.push(chunk));
    items.push(...decoder.end());
    return { items };
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    return { items, reason: error.reason };
  }
}

/** The bytes cut at the given positions, in any order, repeated ones giving empty chunks. */
export function cutAt(bytes: Uint8Array, positions: readonly number[]): Uint8Array[] {
  const cuts = [...positions.map((position) => position % (bytes.length + 1)), bytes.length].sort((a, b) => a - b);
  return cuts.map((cut, index) => bytes.subarray(cuts[index - 1] ?? 0, cut));
}

/** Whole, byte by byte, and cut in two and in three at every place. */
function* everySplit(bytes: Uint8Array): Generator<Uint8Array[]> {
  yield [bytes];
  yield cutAt(
    bytes,
    Array.from(bytes, (_, index) => index),
  );
  for (let first = 0; first <= bytes.length; first++) {
    yield cutAt(bytes, [first]);
    for (let second = first; second <= Math.min(bytes.length, first + 4); second++) yield cutAt(bytes, [first, second]);
  }
}

/** Every split of the bytes must give exactly this. (`toEqual` is slow: it only explains the first split that does not.) */
export function expectOfEverySplit<T>(bytes: Uint8Array, newDecoder: () => Decoder<T>, expected: Decoded<T>): void {
  for (const chunks of everySplit(bytes)) {
    const decoded = decodeAll(newDecoder(), chunks);
    if (!isDeepStrictEqual(decoded, expected)) expect({ chunks, ...decoded }).toEqual({ chunks, ...expected });
  }
}
