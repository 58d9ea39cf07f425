import { unlessAborted } from '../unless-aborted.js';

/**
 * Ends as the work does; rejects where it takes longer, whatever it waits for. The work is told by its signal, and left alone:
 * what comes of it later is lost. `what` says for the message what it was at.
 */
export async function inTime<T>(limitMs: number, what: () => string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const tooLate = new AbortController();
  const timer = setTimeout(() => tooLate.abort(new Error(`${what()} timed out after ${limitMs / 1000} s`)), limitMs);
  try {
    return await unlessAborted(tooLate.signal, work(tooLate.signal));
  } finally {
    clearTimeout(timer);
  }
}
