import type { RetryLimits } from '../client-options.js';
import { ConnectionError } from '../connection-error.js';
import type { ProblemError } from '../problem-error.js';
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
  /** Answers whether failures do not count while the browser knows it is offline. */
  onFailure?: () => boolean;
}

/**
 * What attempts give, until one of them has come to its end. After a failed one there is another one, with waits that double
 * and are cut by chance to between a half and the whole, `Retry-After` on top; a page that wakes up waits no longer, unless it
 * was asked to. Throws ProblemError where asking again does not help, ConnectionError after too many failures in a row, the
 * reason of `signal`, or what is no failure of the connection.
 */
export async function* persist<T>(
  attempt: (watch: SilenceWatch) => AsyncIterable<T>,
  { limits, silenceMs, signal, patience = () => signal, onFailure }: Persistence,
): AsyncGenerator<T, void> {
  // Waits grow with all failures in a row, also with those that do not count.
  for (let failures = 0, inARow = 0; ;) {
    signal?.throwIfAborted();
    const watch = watchSilence(silenceMs, signal);
    let error: unknown;
    try {
      for await (const item of attempt(watch)) {
        failures = inARow = 0;
        yield item;
      }
      return;
    } catch (cause) {
      error = watch.signal.reason ?? cause;
    } finally {
      watch.stop();
    }
    signal?.throwIfAborted();
    const { isPassing, retryAfterMs: waitMs = 0 } = (error ?? {}) as Partial<ProblemError>;
    if (patience()?.aborted || waitMs > limits.retryAfterMs || !isPassing) throw error;
    const waitsForNetwork = onFailure?.();
    if (watch.livedMs() > STEADY_MS) failures = inARow = 0;
    failures = waitsForNetwork && isOffline() ? 1 : failures + 1;
    if (failures >= limits.attempts) throw error instanceof ConnectionError ? gaveUp(error, failures) : error;
    const backOffMs = Math.min(limits.longestMs, limits.firstMs * 2 ** inARow++) * (0.5 + Math.random() / 2);
    await pause(waitMs + backOffMs, patience(), !waitMs);
    if (patience()?.aborted) throw error;
  }
}

/** Where there was no attempt at all, it is what kept it from that. */
const gaveUp = ({ fault, message, cause, attempts }: ConnectionError, failures: number): unknown =>
  attempts ? new ConnectionError(fault, `gave up after ${failures} attempts: ${message}`, cause, failures) : cause;
