import type { Problem } from '@parley/contracts';
import { ProblemError } from './problem-error.js';

/** An HTTP answer that is no success. Never throws: of a body that is not Parley's, or breaks off, the status is left. */
export async function problemOf(response: Response, isReading: boolean): Promise<ProblemError> {
  const problem = (await response.json().catch(() => undefined)) as Partial<Problem> | undefined;
  const after = response.headers.get('retry-after') ?? problem?.retry_after;
  return new ProblemError({ ...(problem?.code && problem), status: response.status, retryAfterMs: waitMs(after) }, isReading);
}

/** Seconds, or a date; 0 for what is neither, or over. */
function waitMs(after: string | number | undefined): number {
  const seconds = Number(after);
  return Math.max(0, isNaN(seconds) ? Date.parse(String(after)) - Date.now() : seconds * 1000) || 0;
}
