import { settled } from './manual-timers.js';

/** More than the buffers of both ends of a loopback connection hold. */
export const FLOOD_BYTES = 30 * 1024 * 1024;

/** Numbered chunks of 4 KB, and how many were taken. */
export function flood(): { chunks: AsyncGenerator<string, void>; taken: () => number; text: (count: number) => string } {
  let taken = 0;
  const chunk = (n: number): string => `data: ${n} ${'字'.repeat(1365)}\n\n`;
  const chunks = (async function* (): AsyncGenerator<string, void> {
    while (taken * 4096 < FLOOD_BYTES) yield chunk(taken++);
  })();
  return { chunks, taken: () => taken, text: (count) => Array.from({ length: count }, (_, n) => chunk(n)).join('') };
}

/** Resolves once the writer has waited on its reader through a whole tick of both ends: nothing moves any more. */
export async function untilStuck(taken: () => number): Promise<void> {
  for (let [before, same] = [-1, 0]; same < 50;) {
    await settled();
    same = taken() === before && before > 0 ? same + 1 : 0;
    before = taken();
  }
}
