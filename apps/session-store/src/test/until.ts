import { setTimeout as delay } from 'node:timers/promises';

/** Asks until the answer is true; what is waited for is a time that Redis's own clock must reach. */
export async function until(isTrue: () => Promise<boolean>, timeoutMs = 5000): Promise<void> {
  for (const startedAt = Date.now(); !(await isTrue()); await delay(2))
    if (Date.now() - startedAt > timeoutMs) throw new Error(`not true within ${timeoutMs} ms`);
}
