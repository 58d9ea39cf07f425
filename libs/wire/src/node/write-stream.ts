import type { ServerResponse } from 'node:http';
import { type Cut, Outlet, type OutletOptions } from './outlet.js';

/**
 * - `ended`: the source ended and the system has every byte of it
 * - `gone`: the reader left, or `signal` aborted; the response is destroyed
 * - `stalled`: the reader took nothing for `stalledMs` while more was waiting; its socket is destroyed
 */
export type WriteOutcome = 'ended' | Cut;

export type WriteStreamOptions = OutletOptions;

/**
 * Writes the chunks to the response and ends it with the source. Asks for the next chunk only when the reader may have
 * more, so at most one chunk lies beyond the response's high-water mark.
 *
 * When the stream is cut, it resolves at once and calls the source's `return()` without waiting for it: a source that
 * sits in a `next()` of a plain generator only lets go when its own signal tells it to (`goneSignal` of this response).
 * When the source fails, the response is destroyed, so that its reader does not take the part for the whole, and the
 * promise rejects with the failure: what a reader is to be told must come as a chunk.
 */
export async function writeStream(
  response: ServerResponse,
  chunks: AsyncIterable<string>,
  options: WriteStreamOptions,
): Promise<WriteOutcome> {
  const source = chunks[Symbol.asyncIterator]();
  const outlet = new Outlet(response, options);
  try {
    const cut = (await pump(source, outlet)) ?? (await outlet.end());
    if (!cut) return 'ended';
    response.destroy();
    void leave(source);
    return cut;
  } catch (error) {
    response.destroy();
    throw error;
  } finally {
    outlet.release();
  }
}

async function pump(source: AsyncIterator<string>, outlet: Outlet): Promise<Cut | undefined> {
  for (;;) {
    const result = await outlet.race(source.next());
    if (typeof result === 'string') return result;
    if (result.done) return undefined;
    const cut = await outlet.write(result.value);
    if (cut) return cut;
  }
}

/** Nobody is left to be told of a failure in there. */
async function leave(source: AsyncIterator<string>): Promise<void> {
  try {
    await source.return?.();
  } catch {
    return;
  }
}
