import { settled } from './manual-timers.js';

/** More than the buffers of both ends of a loopback connection hold. */
export const FLOOD_BYTES = 30 * 1024 * 1024;

const STUCK_MS = 50;

/** Numbered chunks of 4 KB, and how many were taken. */
export function flood(bytes = FLOOD_BYTES): {
  chunks: AsyncGenerator<string, void>;
  taken: () => number;
  text: (count: number) => string;
} {
  let taken = 0;
  const chunk = (n: number): string => `data: ${n} ${'字'.repeat(1365)}\n\n`;
  const chunks = (async function* (): AsyncGenerator<string, void> {
    while (taken * 4096 < bytes) yield chunk(taken++);
  })();
  return { chunks, taken: () => taken, text: (count) => Array.from({ length: count }, (_, n) => chunk(n)).join('') };
}

/** Resolves once a count has not moved for a while: the buffers of both ends are full, nothing is on its way. */
export async function untilStuck(count: () => number): Promise<void> {
  for (let [before, since] = [count(), performance.now()]; performance.now() - since < STUCK_MS;) {
    await settled();
    if (count() === before) continue;
    before = count();
    since = performance.now();
  }
}
