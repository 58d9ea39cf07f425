import type { Problem } from '@parley/contracts';
import { brokenOff } from './connection-error.js';
import { ProblemError } from './problem-error.js';

/** An HTTP answer that is no success; of a body that is not Parley's the status is left. Throws ConnectionError where it breaks off. */
export async function problemOf(response: Response, isReading: boolean): Promise<ProblemError> {
  const read = response.json().catch(({ name }: Error) => name === 'SyntaxError' || brokenOff());
  const problem = (await read) as Partial<Problem> | null;
  // Seconds, or a date; 0 for what is neither, or over.
  const after = response.headers.get('retry-after') ?? problem?.retry_after;
  const seconds = Number(after);
  const retryAfterMs = Math.max(0, isNaN(seconds) ? Date.parse(after as string) - Date.now() : seconds * 1000) || 0;
  return new ProblemError({ ...(problem?.code && problem), status: response.status, retryAfterMs }, isReading);
}
