import { parseNumber } from './parse-number.js';

test.each([
  ['0', 0],
  ['-0.5', -0.5],
  ['+12', 12],
  ['.5', 0.5],
  [' 1200 ', 1200],
  ['1,000,000.25', 1_000_000.25],
  ['１２３', 123],
  ['−3', -3],
  ['9007199254740991', Number.MAX_SAFE_INTEGER],
])('%j → %d', (typed, value) => {
  expect(parseNumber(typed)).toEqual({ value });
});

test.each(['', '-', '.', '1e3', '1,00', '1 000', '10万', '0x10', '1.2.3', 'NaN', 'Infinity', '5.'])('%j → no number', (typed) => {
  expect(parseNumber(typed)).toEqual({ problem: 'number' });
});

test.each(['9007199254740993', '0.12345678901234567', '1234567890.1234567'])('%j → cannot be kept exactly', (typed) => {
  expect(parseNumber(typed)).toEqual({ problem: 'number_size' });
});
