import type { RetryLimits } from '../client-options.js';
import { ConnectionError } from '../connection-error.js';
import { isPassing, ProblemError } from '../problem-error.js';
import { isOffline } from './page.js';
import { pause } from './pause.js';
import { type SilenceWatch, watchSilence } from './silence-watch.js';

/** A connection over which something came for so long was a good one, whatever came. */
const STEADY_MS = 5000;

export interface Persistence {
  limits: RetryLimits;
  silenceMs: number;
  /** Aborts when nothing is wanted any more. */
  signal?: AbortSignal;
  /** Aborts when the attempt that is going on is the last one. Default: `signal`. */
  patience?: AbortSignal;
  /** Whether failures do not count while the browser knows it is offline. */
  waitsForNetwork?: () => boolean;
  onFailure?: () => void;
}

/**
 * What attempts give, until one of them has come to its end. After a failed one there is another one, with waits that double
 * and are cut by chance to between a half and the whole, `Retry-After` on top; a page that wakes up waits no longer, unless it
 * was asked to. Throws ProblemError where asking again does not help, ConnectionError after too many failures in a row, the
 * reason of `signal`, or what is no failure of the connection.
 */
export async function* persist<T>(
  attempt: (watch: SilenceWatch) => AsyncIterable<T>,
  { limits, silenceMs, signal, patience = signal, waitsForNetwork, onFailure }: Persistence,
): AsyncGenerator<T, void> {
  for (let failures = 0; ;) {
    const watch = watchSilence(silenceMs, signal);
    try {
      for await (const item of attempt(watch)) {
        failures = 0;
        yield item;
      }
      return;
    } catch (cause) {
      watch.stop();
      signal?.throwIfAborted();
      onFailure?.();
      const error = watch.isSilent() ? new ConnectionError('silent', `nothing came for ${silenceMs} ms`) : cause;
      const isProblem = error instanceof ProblemError;
      const waitMs = (isProblem && error.retryAfterMs) || 0;
      const isLast = patience?.aborted || waitMs > limits.retryAfterMs;
      if (isLast || !(isProblem ? isPassing(error) : error instanceof ConnectionError)) throw error;
      failures = watch.livedMs() > STEADY_MS || (isOffline() && waitsForNetwork?.()) ? 1 : failures + 1;
      if (failures >= limits.attempts) throw isProblem ? error : gaveUp(error as ConnectionError, failures);
      const backOffMs = Math.min(limits.longestMs, limits.firstMs * 2 ** (failures - 1)) * (0.5 + Math.random() / 2);
      await pause(waitMs + backOffMs, patience, !waitMs);
      if (patience?.aborted) throw error;
    } finally {
      watch.stop();
    }
  }
}

const gaveUp = (error: ConnectionError, attempts: number): ConnectionError =>
  new ConnectionError(error.fault, `gave up after ${attempts} attempts: ${error.message}`, error, attempts);
