import { unlessAborted } from './unless-aborted.js';

/** A tool took longer than it may. The message is for the model. */
export class ToolTimeout extends Error {
  override readonly name = 'ToolTimeout';

  constructor(timeoutMs: number) {
    super(`The tool timed out after ${timeoutMs / 1000} s.`);
  }
}

/**
 * Ends as the work does, unless the signal aborts first (then with its reason) or time is up (`ToolTimeout`). The work is told by
 * a signal of its own, and left alone: what comes of it later is lost.
 */
export async function beforeDeadline<T>(
  { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal },
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  const ending = new AbortController();
  const onAbort = (): void => ending.abort(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  const timer = setTimeout(() => ending.abort(new ToolTimeout(timeoutMs)), timeoutMs);
  try {
    return await unlessAborted(ending.signal, work(ending.signal));
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  }
}
