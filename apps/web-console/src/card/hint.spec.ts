import { en } from '../language/en.js';
import { hintOf } from './hint.js';
import { question } from './test/cards.js';

test.each([
  [{}, ''],
  [{ help: 'Ask your bank.' }, 'Ask your bank.'],
  [{ input_type: 'number', min: 1, max: 1_000_000, help: 'In yuan' }, 'In yuan · 1 to 1,000,000'],
  [{ input_type: 'number', min: 0 }, 'At least 0'],
  [{ input_type: 'number', max: 0.5 }, 'At most 0.5'],
  [{ min_length: 5 }, 'At least 5 characters'],
  [{ min_length: 2, max_length: 40 }, '2 to 40 characters'],
  [{ min_length: 1, max_length: 2000 }, ''],
  [{ pattern: '^x', placeholder: 'x1' }, 'A certain form is expected, such as x1'],
  [{ pattern: '^x', help: 'Begins with x.' }, 'Begins with x.'],
  [{ input_type: 'date', min: 3 }, ''],
] as const)('%j → %j', (more, hint) => {
  expect(hintOf(question('a', more), en.card)).toBe(hint);
});
