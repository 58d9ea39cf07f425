import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Ledger } from './ledger.mjs';

const CLEAN = { lost: 0, doubled: 0, 'out of order': 0, 'after the end': 0 };
const token = (seq, text = `${seq} `) => ({ seq, event: 'token', data: { text } });
const end = (seq) => ({ seq, event: 'end', data: { status: 'completed', output: '' } });

function told(...events) {
  const ledger = new Ledger();
  for (const event of events) ledger.take(event);
  return ledger;
}

describe('what is wrong with the numbers of a run', () => {
  for (const [title, events, wrong] of [
    ['all in order', [token(1), token(2), end(3)], CLEAN],
    ['two are missing', [token(1), token(4), end(5)], { ...CLEAN, lost: 2 }],
    ['one came twice', [token(1), token(2), token(2), end(3)], { ...CLEAN, doubled: 1 }],
    ['one came too late', [token(1), token(3), token(2), end(4)], { ...CLEAN, 'out of order': 1 }],
    ['one came after the end', [token(1), end(2), token(3)], { ...CLEAN, 'after the end': 1 }],
    ['the end came twice', [token(1), end(2), end(2)], { ...CLEAN, doubled: 1 }],
  ]) {
    test(`${title} → it says so`, () => assert.deepEqual(told(...events).wrong, wrong));
  }

  test('a rewind → what came after its number is shown no more', () => {
    const rewind = { seq: 4, event: 'rewind', data: { to_seq: 2 } };
    assert.equal(told(token(1, 'a'), token(2, 'b'), token(3, 'c'), rewind, token(5, 'd'), end(6)).text, 'abd');
  });
});
