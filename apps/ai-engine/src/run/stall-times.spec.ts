import { stallTimes } from './stall-times.js';

test.each([1000, 1500, 3000, 10_000, 60_000])(
  'STALL_DETECT_MS %s, and a worker dies at the worst moment → a fifth of it is left for taking the run over',
  (stallDetectMs) => {
    const { leaseMs, lockMs, checkMs } = stallTimes(stallDetectMs);
    // The lock was renewed a moment ago, and the queue was looked at a moment before it is over, and before the next look.
    const noticedMs = Math.max(lockMs + 2 * checkMs, leaseMs);
    expect(noticedMs).toBeLessThanOrEqual(0.8 * stallDetectMs + 3);
  },
);
