import { decorate } from '../stream/decorate.js';
import type { Decoder } from './line-decoder.js';

/**
 * A byte stream → what it holds, one batch per chunk that completed something, never an empty one. Throws DecodeError
 * after everything before the fault. An end without a terminal event is no fault here: see `untilTerminal`.
 */
export function decodeStream<T>(bytes: AsyncIterable<Uint8Array>, decoder: Decoder<T>): AsyncIterableIterator<T[]> {
  return decorate(bytes, (input) => decoded(input, decoder));
}

async function* decoded<T>(bytes: AsyncIterable<Uint8Array>, decoder: Decoder<T>): AsyncGenerator<T[], void> {
  for await (const chunk of bytes) {
    const batch = decoder.push(chunk);
    if (batch.length > 0) yield batch;
    if (decoder.failure) throw decoder.failure;
  }
  const last = decoder.end();
  if (last.length > 0) yield last;
}
