import { titleOf } from './title-of.js';

test.each([
  ['  Hello there \n second line', 'Hello there'],
  ['借'.repeat(60), '借'.repeat(60)],
  ['🙂'.repeat(61), `${'🙂'.repeat(59)}…`],
  [`${'word '.repeat(12)}more`, `${'word '.repeat(12).trim()}…`],
  ['', ''],
])('%j → %j', (message, title) => {
  expect(titleOf(message)).toBe(title);
});
