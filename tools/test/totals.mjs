// How many tests passed and failed, read from what a test runner wrote.
import { existsSync, readFileSync } from 'node:fs';

const NOTHING = { passed: 0, failed: 0 };

/** From jest's `--json` file. A spec file that could not run at all counts as one failure. */
export function jestTotals(file) {
  if (!existsSync(file)) return NOTHING;
  const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites } = JSON.parse(readFileSync(file, 'utf8'));
  return { passed: numPassedTests, failed: numFailedTests + numRuntimeErrorTestSuites };
}

/** From the summary at the end of node:test's TAP. */
export function tapTotals(file) {
  if (!existsSync(file)) return NOTHING;
  const text = readFileSync(file, 'utf8');
  const count = (name) => Number(text.match(new RegExp(`^# ${name} (\\d+)$`, 'm'))?.[1] ?? 0);
  return { passed: count('pass'), failed: count('fail') + count('cancelled') };
}

/** A stage that failed without a failed test (a build, a lint error, a runner that died) counts as one failure: no sum hides it. */
export function stageTotals(isOk, { passed, failed } = NOTHING) {
  return { passed, failed: isOk ? failed : Math.max(failed, 1) };
}
