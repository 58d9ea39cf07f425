import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readOptions } from './options.mjs';

describe('what the bench is told', () => {
  test('nothing → the pipeline, in full', () => {
    assert.deepEqual(readOptions([]), { only: 'pipeline', isQuick: false, profile: undefined, build: true });
  });

  test('a part and more → just that', () => {
    const told = readOptions(['--only', 'stop', '--quick', '--profile', 'here', '--no-build']);
    assert.deepEqual(told, { only: 'stop', isQuick: true, profile: 'here', build: false });
  });

  for (const args of [['--only', 'stops'], ['--only'], ['--fast'], ['stop'], ['--profile', 'here']]) {
    test(`${args.join(' ')} → refused`, () => assert.throws(() => readOptions(args)));
  }
});
