import { setTimeout as delay } from 'node:timers/promises';

const LOOK_EVERY_MS = 20;

/** What `look` sees as soon as it is right. Rejects with what it saw last where it is not within `withinMs`. */
export async function eventually<T>(look: () => T | Promise<T>, isRight: (seen: T) => boolean, withinMs = 5000): Promise<T> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const seen = await look();
    if (isRight(seen)) return seen;
    if (performance.now() > deadline) throw new Error(`after ${withinMs} ms it is still ${JSON.stringify(seen)}`);
    await delay(LOOK_EVERY_MS);
  }
}

/** How long it took, in milliseconds. */
export async function elapsed(work: Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work;
  return performance.now() - began;
}
