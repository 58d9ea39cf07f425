import { createContext, Script } from 'node:vm';

/** Of the thread's time on a processor. */
const LONGEST_MS = 50;
const TRIES = 20;

const sandbox = createContext(Object.create(null) as object);
const match = new Script('new RegExp(pattern, "u").test(text)');

/**
 * Whether a text fits a question's pattern (anywhere, as `RegExp.test`). Patterns come from agents and models: one that would run for ever on
 * this text stops the thread for about 50 ms of its own time and counts as not matched. A pattern that is none matches nothing.
 */
export function matchesPattern(pattern: string, text: string): boolean {
  Object.assign(sandbox, { pattern, text });
  try {
    return matchInTime();
  } finally {
    Object.assign(sandbox, { pattern: '', text: '' });
  }
}

/** The timeout counts the time on the wall: on a busy machine it may strike before the thread had its share. */
function matchInTime(): boolean {
  const startedAt = process.threadCpuUsage();
  for (let tries = 1; tries <= TRIES; tries++) {
    try {
      return match.runInContext(sandbox, { timeout: LONGEST_MS }) as boolean;
    } catch (error) {
      const { user, system } = process.threadCpuUsage(startedAt);
      if (!isTimeout(error) || (user + system) / 1000 >= LONGEST_MS) return false;
    }
  }
  return false;
}

const isTimeout = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
