import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failuresAfter, restartDelayMs, STABLE_MS } from './backoff.mjs';

test('a child dies young again and again → it waits twice as long each time, ten seconds at most', () => {
  let failures = 0;
  const delays = Array.from({ length: 9 }, () => restartDelayMs((failures = failuresAfter(failures, 10))));
  assert.deepEqual(delays, [200, 400, 800, 1600, 3200, 6400, 10_000, 10_000, 10_000]);
});

test('a child dies after a stable life → it is started at once, whatever came before', () => {
  assert.equal(failuresAfter(9, STABLE_MS), 0);
  assert.equal(restartDelayMs(0), 100);
});
