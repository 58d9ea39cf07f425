import type { ConsultationMessage } from '@parley/client/store';
import { cardOf, question } from '../card/test/cards.js';
import { answeredCard, answerText } from './answered-card.js';

const message = (key: string, more: Partial<ConsultationMessage>): ConsultationMessage => ({
  key,
  role: 'assistant',
  state: 'done',
  content: '',
  ...more,
});
const first = { ...cardOf([{ field_key: 'a' }]), card_id: 'first' };
const second = { ...cardOf([{ field_key: 'b' }]), card_id: 'second' };
const answers = (field_key: string) => [{ field_key, item_id: 'i1', value: 1 }];

test('answers → the latest card before them that asked for them', () => {
  const messages = [
    message('1', { card: first }),
    message('2', { role: 'user', answers: answers('a') }),
    message('3', { card: second }),
    message('4', { role: 'user', answers: answers('b') }),
    message('5', { role: 'user', answers: answers('z') }),
    message('6', { role: 'user', content: 'hi' }),
  ];
  expect(messages.map((_, index) => answeredCard(messages, index)?.card_id)).toEqual([
    undefined,
    'first',
    undefined,
    'second',
    undefined,
    undefined,
  ]);
});

const options = [{ value: 'x', label: 'The X' }];
test.each([
  [true, {}, 'Yes'],
  [false, {}, 'No'],
  [0, {}, '0'],
  ['', {}, ''],
  ['x', { options }, 'The X'],
  [['x', 'gone'], { options }, 'The X · gone'],
  [{ a: 1 }, {}, '{"a":1}'],
])('the answer %j → %j', (value, more, text) => {
  expect(answerText({ field_key: 'a', value }, question('a', more), { yes: 'Yes', no: 'No' })).toBe(text);
});
