import type { RetryLimits } from '../client-options.js';
import { ConnectionError } from '../connection-error.js';
import { isPassing, ProblemError } from '../problem-error.js';
import { NoToken } from './no-token.js';
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
  /** Aborts when the attempt that is going on is the last one; asked each time. Default: `signal`. */
  patience?: () => AbortSignal | undefined;
  /** Whether nothing but reading is going on: then a missing token and Parley's own failure are passing, too. */
  isReading?: () => boolean;
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
  { limits, silenceMs, signal, patience = () => signal, isReading, waitsForNetwork, onFailure }: Persistence,
): AsyncGenerator<T, void> {
  // Waits grow with all failures in a row, also with those that do not count.
  for (let [failures, inARow] = [0, 0]; ;) {
    signal?.throwIfAborted();
    const watch = watchSilence(silenceMs, signal);
    try {
      for await (const item of attempt(watch)) {
        failures = inARow = 0;
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
      const isToken = error instanceof NoToken;
      const isOurs = error instanceof ConnectionError;
      const reason = isToken ? error.cause : error;
      const isReads = isReading?.() ?? false;
      const isLast = patience()?.aborted || waitMs > limits.retryAfterMs;
      if (isLast || !(isOurs || (isProblem ? isPassing(error, isReads) : isToken && isReads))) throw reason;
      if (watch.livedMs() > STEADY_MS) failures = inARow = 0;
      failures = isOffline() && waitsForNetwork?.() ? 1 : failures + 1;
      if (failures >= limits.attempts) throw isOurs ? gaveUp(error, failures) : reason;
      const backOffMs = Math.min(limits.longestMs, limits.firstMs * 2 ** inARow++) * (0.5 + Math.random() / 2);
      await pause(waitMs + backOffMs, patience(), !waitMs);
      if (patience()?.aborted) throw reason;
    } finally {
      watch.stop();
    }
  }
}

const gaveUp = (error: ConnectionError, attempts: number): ConnectionError =>
  new ConnectionError(error.fault, `gave up after ${attempts} attempts: ${error.message}`, error, attempts);
