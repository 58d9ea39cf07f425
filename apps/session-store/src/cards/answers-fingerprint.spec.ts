import 'reflect-metadata';
import type { ItemAnswers } from '@parley/contracts';
import { answersFingerprint } from './answers-fingerprint.js';

const item = (item_id: string, values: Record<string, unknown>): ItemAnswers => ({ item_id, skill: 's', values });
const submit = (...items: ItemAnswers[]) => answersFingerprint('submit', items);

const ONE = submit(item('i', { a: 1, b: ['x', 'y'], c: { d: 1, e: 2 } }));

test('64 hexadecimal digits', () => expect(ONE).toMatch(/^[0-9a-f]{64}$/));

test.each([
  ['answers in another order', submit(item('i', { c: { e: 2, d: 1 }, b: ['x', 'y'], a: 1 })), ONE],
  ['items in another order', submit(item('j', { a: 2 }), item('i', { a: 1 })), submit(item('i', { a: 1 }), item('j', { a: 2 }))],
  ['a cancel, whatever came with it', answersFingerprint('cancel', [item('i', { a: 1 })]), answersFingerprint('cancel', [])],
])('%s → the same', (_what, one, other) => expect(one).toBe(other));

test.each([
  ['another value', item('i', { a: 2 })],
  ['another type', item('i', { a: '1' })],
  ['false', item('i', { a: false })],
  ['an empty text', item('i', { a: '' })],
  ['no answer', item('i', {})],
  ['another key', item('i', { b: 1 })],
  ['another item', item('j', { a: 1 })],
])('%s → another one', (_what, other) => expect(submit(other)).not.toBe(submit(item('i', { a: 1 }))));

test('the choices of a list in another order → another one', () => {
  expect(submit(item('i', { a: ['x', 'y'] }))).not.toBe(submit(item('i', { a: ['y', 'x'] })));
});

test('a cancel and an empty submit → different', () => expect(answersFingerprint('cancel', [])).not.toBe(submit()));
