import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Window } from './window.mjs';

const cost = (ms, calls) =>
  new Map([
    ['cpu a', ms],
    ['cpu b', 1],
    ['calls get', calls],
  ]);

test('rounds before, in and after a window → those in it count, per turn', () => {
  const talk = { name: 'old', turn: 0 };
  const window = new Window(talk, 2, 3);
  for (talk.turn = 1; talk.turn <= 4; talk.turn += 1) window.take(talk, cost(10 * talk.turn, 6), [5, 7]);
  window.take({ name: 'new', turn: 2 }, cost(1000, 1000), [1000]);
  assert.deepEqual(window.tookMs, [5, 7, 5, 7]);
  assert.equal(window.of('cpu a'), (20 + 30) / 4);
  assert.equal(window.all('cpu '), (20 + 30 + 2) / 4);
  assert.equal(window.of('calls get'), 3);
  assert.deepEqual(window.names('cpu '), ['a', 'b']);
  assert.equal(window.name, 'old, turns 2–3');
});
