import assert from 'node:assert/strict';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { allStages, chosenStages } from './stages.mjs';
import { jestTotals, stageTotals, tapTotals } from './totals.mjs';

const dir = fs.mkdtempSync(path.join(tmpdir(), 'parley-totals-'));
after(() => fs.rmSync(dir, { recursive: true }));

function written(text) {
  const file = path.join(dir, 'result');
  fs.writeFileSync(file, text);
  return file;
}

test('jest ran → its tests, and a file that could not run as one failure', () => {
  const file = written(
    JSON.stringify({ numPassedTests: 7, numFailedTests: 2, numPendingTests: 5, numRuntimeErrorTestSuites: 1 }),
  );
  assert.deepEqual(jestTotals(file), { passed: 7, failed: 3 });
});

test('node:test ran → its summary, whatever the tests themselves printed', () => {
  assert.deepEqual(tapTotals(written('TAP version 13\n    # pass 99 of them\n# tests 5\n# pass 3\n# fail 1\n# cancelled 1\n')), {
    passed: 3,
    failed: 2,
  });
});

test('a runner died before it wrote → nothing from the file, one failure for the stage', () => {
  const nothing = jestTotals(path.join(dir, 'none'));
  assert.deepEqual(nothing, { passed: 0, failed: 0 });
  assert.deepEqual(tapTotals(path.join(dir, 'none')), nothing);
  assert.deepEqual(stageTotals(false, nothing), { passed: 0, failed: 1 });
});

for (const [isOk, totals, expected] of [
  [true, { passed: 3, failed: 0 }, { passed: 3, failed: 0 }],
  [false, { passed: 3, failed: 2 }, { passed: 3, failed: 2 }],
  [false, { passed: 3, failed: 0 }, { passed: 3, failed: 1 }],
  [true, undefined, { passed: 0, failed: 0 }],
  [false, undefined, { passed: 0, failed: 1 }],
]) {
  test(`a stage ${isOk ? 'passed' : 'failed'} with ${JSON.stringify(totals)} → ${JSON.stringify(expected)}`, () => {
    assert.deepEqual(stageTotals(isOk, totals), expected);
  });
}

const chosen = (...args) => chosenStages(allStages({ root: '/r', results: '/t' }), args).map(({ name }) => name);

test('no choice → all stages in order; a choice → those, in the same order', () => {
  assert.deepEqual(chosen(), ['tools', 'build', 'types', 'lint', 'unit', 'e2e']);
  assert.deepEqual(chosen('--only', 'unit,build'), ['build', 'unit']);
  assert.deepEqual(chosen('--only=e2e'), ['e2e']);
});

for (const args of [['--only', 'units'], ['--only'], ['unit'], ['--only', 'unit', 'x y']]) {
  test(`called with ${args.join(' ')} → the stages there are`, () =>
    assert.throws(() => chosen(...args), /usage: .*stages: tools, build/));
}
