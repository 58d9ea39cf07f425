import { placeErrors } from './answer-errors.js';
import { cardOf } from './test/cards.js';

const card = cardOf([{ field_key: 'a' }], [{ field_key: 'a' }, { field_key: 'b' }]);

test('errors of fields → at their fields; the first one of each counts', () => {
  const errors = [
    { field_key: 'a', item_id: 'i2', code: 'required', message: 'missing' },
    { field_key: 'b', code: 'pattern', message: 'wrong form' },
    { field_key: 'b', code: 'max', message: 'later' },
  ] as const;
  expect(placeErrors(card, errors)).toEqual({ fields: { 'i2/a': 'missing', 'i2/b': 'wrong form' }, others: [] });
});

test('an error of no field of the card → above the form', () => {
  const errors = [
    { field_key: 'z', code: 'unknown_key', message: 'not asked' } as const,
    { path: 'user_response', message: 'bad' },
  ];
  expect(placeErrors(card, errors)).toEqual({ fields: {}, others: ['not asked', 'bad'] });
});
