import { createContext, Script } from 'node:vm';

const LONGEST_MS = 50;

const sandbox = createContext(Object.create(null) as object);
const match = new Script('new RegExp(pattern, "u").test(text)');

/**
 * Whether a text fits a question's pattern (anywhere, as `RegExp.test`). Patterns come from agents and models: one that would run for ever on
 * this text stops the thread for 50 ms at most and counts as not matched. A pattern that is none matches nothing.
 */
export function matchesPattern(pattern: string, text: string): boolean {
  try {
    Object.assign(sandbox, { pattern, text });
    return match.runInContext(sandbox, { timeout: LONGEST_MS }) as boolean;
  } catch {
    return false;
  } finally {
    Object.assign(sandbox, { pattern: '', text: '' });
  }
}
