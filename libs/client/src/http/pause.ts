import { aborter, onAbort } from '../aborter.js';
import { onWake } from './page.js';

/** Resolves after so many milliseconds, or earlier: when `patience` aborts, and, where it may, when the page wakes up. */
export function pause(ms: number, patience: AbortSignal | undefined, endsOnWake: boolean): Promise<void> {
  return new Promise((resolve) => {
    const over = aborter();
    const { signal } = over;
    const end = (): void => {
      clearTimeout(timer);
      over.abort();
      resolve();
    };
    const timer = setTimeout(end, ms);
    if (endsOnWake) onWake(end, signal);
    onAbort(patience, end, signal);
  });
}
