import type { Expectation } from './expect.js';

const UNIT_MS = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
const DURATION = /^(\d{1,9})(ms|s|m|h|d)$/;

/** `500ms`, `120s`, `5m`, `1h`, `7d` in milliseconds; undefined for everything else, and for nothing at all. */
export function durationMs(text: unknown): number | undefined {
  const match = typeof text === 'string' ? DURATION.exec(text) : null;
  if (!match) return undefined;
  const ms = Number(match[1]) * UNIT_MS[match[2] as keyof typeof UNIT_MS];
  return ms > 0 ? ms : undefined;
}

export const durationUpTo = (longest: string): Expectation => {
  const maxMs = durationMs(longest) ?? Infinity;
  return {
    what: `a duration such as 500ms, 120s, 5m, 1h or 7d, at most ${longest}`,
    fits: (value) => (durationMs(value) ?? Infinity) <= maxMs,
  };
};
