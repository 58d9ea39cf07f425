import { decorate } from './decorate.js';
import { type StartTimer, startTimer as realTimer } from './start-timer.js';

/** Stands for silence in a stream; each encoder has its own bytes for it. */
export const KEEP_ALIVE = Symbol('keep-alive');

/**
 * Passes the items on, and a KEEP_ALIVE for every `everyMs` in which the consumer waited for one in vain: counted from its
 * first `next()` and from each item. A consumer that does not ask (back-pressure) gets none. No timer outlives the wait
 * that started it, however the stream ends.
 */
export function keepAlive<T>(
  source: AsyncIterable<T>,
  everyMs: number,
  startTimer: StartTimer = realTimer,
): AsyncIterableIterator<T | typeof KEEP_ALIVE> {
  return decorate(source, (input) => withKeepAlives(input, everyMs, startTimer));
}

async function* withKeepAlives<T>(
  input: AsyncIterable<T>,
  everyMs: number,
  startTimer: StartTimer,
): AsyncGenerator<T | typeof KEEP_ALIVE, void> {
  const items = input[Symbol.asyncIterator]();
  let next = items.next();
  for (;;) {
    const result = await orSilence(next, everyMs, startTimer);
    if (result === KEEP_ALIVE) {
      yield KEEP_ALIVE;
      continue;
    }
    if (result.done) return;
    yield result.value;
    next = items.next();
  }
}

function orSilence<R>(next: Promise<R>, everyMs: number, startTimer: StartTimer): Promise<R | typeof KEEP_ALIVE> {
  return new Promise((resolve, reject) => {
    const stop = startTimer(everyMs, () => resolve(KEEP_ALIVE));
    next.then(
      (result) => {
        stop();
        resolve(result);
      },
      (error: Error) => {
        stop();
        reject(error);
      },
    );
  });
}
