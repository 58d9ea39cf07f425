import { inputKind, isGroup } from './input-kind.js';

const options = (count: number) => Array.from({ length: count }, (_, n) => ({ value: `${n}`, label: `${n}` }));

test.each([
  ['text', 0, 'line', false],
  ['textarea', 0, 'lines', false],
  ['number', 0, 'number', false],
  ['date', 0, 'date', false],
  ['boolean', 0, 'yes_no', true],
  ['select', 7, 'radios', true],
  ['select', 8, 'list', false],
  ['multi_select', 30, 'checkboxes', true],
] as const)('%s with %d options → %s', (input_type, count, kind, isOne) => {
  expect(inputKind({ input_type, options: options(count) })).toBe(kind);
  expect(isGroup(kind)).toBe(isOne);
});
