import 'reflect-metadata';
import { type Answer, type AskedQuestion, type Card, MAX_ANSWER_BYTES } from '@parley/contracts';
import { checkAnswers } from './validate-answers.js';

const asked = (field_key: string, more: Partial<AskedQuestion> = {}): AskedQuestion => ({
  question: `Q ${field_key}`,
  field_key,
  input_type: 'text',
  required: true,
  ...more,
});
const OPTIONS = [
  { value: 'a', label: 'A' },
  { value: 'b', label: 'B' },
];

function cardOf(...items: AskedQuestion[][]): Card {
  const cardItems = items.map((questions, index) => {
    const item_id = `item-${index + 1}`;
    return {
      item_id,
      skill: `skill-${index + 1}`,
      source: 'local' as const,
      review_type: 'clarify' as const,
      questions: questions.map((question) => ({ ...question, item_id })),
    };
  });
  return {
    type: 'interrupt',
    card_id: 'card',
    review_type: 'clarify',
    items: cardItems,
    questions: cardItems.flatMap(({ questions }) => questions),
    created_at: '2026-01-01T00:00:00Z',
  };
}

const answersOf = (values: Record<string, unknown>): Answer[] =>
  Object.entries(values).map(([field_key, value]) => ({ field_key, value }));

/** `item-1 key code` of every error. */
function errorsOf(card: Card, answers: readonly Answer[]): string[] {
  const checked = checkAnswers(card, answers);
  return checked.ok ? [] : checked.errors.map(({ item_id, field_key, code }) => `${item_id ?? '-'} ${field_key} ${code}`);
}

const itemsOf = (card: Card, answers: readonly Answer[]) => {
  const checked = checkAnswers(card, answers);
  return checked.ok ? checked.items : checked.errors;
};

describe('a value', () => {
  const valueOf = (more: Partial<AskedQuestion>, value: unknown): string | undefined =>
    errorsOf(cardOf([asked('k', more)]), [{ field_key: 'k', value }])[0]?.split(' ')[2];

  test.each<[Partial<AskedQuestion>, unknown]>([
    [{ input_type: 'text' }, 'abc'],
    [{ input_type: 'text' }, ''],
    [{ input_type: 'textarea' }, 'a\nb'],
    [{ input_type: 'text', min_length: 2, max_length: 2 }, '🙂🙂'],
    [{ input_type: 'text', pattern: '^[a-z]+$' }, 'abc'],
    [{ input_type: 'text', pattern: '\\p{Script=Han}' }, '是的 ok'],
    [{ input_type: 'text' }, 'x'.repeat(MAX_ANSWER_BYTES)],
    [{ input_type: 'number' }, 0],
    [{ input_type: 'number', min: -1.5, max: -1.5 }, -1.5],
    [{ input_type: 'number' }, Number.MAX_SAFE_INTEGER],
    [{ input_type: 'number' }, Number.MIN_SAFE_INTEGER],
    [{ input_type: 'number' }, 0.1],
    [{ input_type: 'boolean' }, false],
    [{ input_type: 'date' }, '2024-02-29'],
    [{ input_type: 'select', options: OPTIONS }, 'b'],
    [{ input_type: 'multi_select', options: OPTIONS }, ['b', 'a']],
    [{ input_type: 'multi_select', options: OPTIONS }, []],
  ])('%j takes %j, unchanged', (more, value) => {
    expect(itemsOf(cardOf([asked('k', more)]), [{ field_key: 'k', value }])).toStrictEqual([
      { item_id: 'item-1', skill: 'skill-1', values: { k: value } },
    ]);
  });

  test.each<[Partial<AskedQuestion>, unknown, string]>([
    [{ input_type: 'text' }, 5, 'type'],
    [{ input_type: 'text' }, null, 'type'],
    [{ input_type: 'text' }, undefined, 'type'],
    [{ input_type: 'text' }, ['abc'], 'type'],
    [{ input_type: 'text' }, { a: 1 }, 'type'],
    [{ input_type: 'text', required: false }, null, 'type'],
    [{ input_type: 'text', min_length: 2 }, 'x', 'min_length'],
    [{ input_type: 'text', min_length: 1 }, '', 'min_length'],
    [{ input_type: 'text', max_length: 5 }, 'abcdef', 'max_length'],
    [{ input_type: 'text', pattern: '^[a-z]+$' }, 'AB1', 'pattern'],
    [{ input_type: 'text', pattern: '(' }, 'x', 'pattern'],
    [{ input_type: 'text' }, 'x'.repeat(MAX_ANSWER_BYTES + 1), 'too_large'],
    [{ input_type: 'text' }, '字'.repeat(MAX_ANSWER_BYTES / 2), 'too_large'],
    [{ input_type: 'textarea' }, 5, 'type'],
    [{ input_type: 'number' }, '5', 'type'],
    [{ input_type: 'number' }, true, 'type'],
    [{ input_type: 'number' }, NaN, 'type'],
    [{ input_type: 'number' }, Infinity, 'type'],
    [{ input_type: 'number' }, JSON.parse('9007199254740992'), 'type'],
    [{ input_type: 'number' }, JSON.parse('9007199254740993'), 'type'],
    [{ input_type: 'number' }, JSON.parse('-9007199254740993'), 'type'],
    [{ input_type: 'number' }, JSON.parse('9007199254740993.5'), 'type'],
    [{ input_type: 'number' }, 1e300, 'type'],
    [{ input_type: 'number', min: 1 }, 0, 'min'],
    [{ input_type: 'number', max: 10 }, 11, 'max'],
    [{ input_type: 'date' }, '28.2.2026', 'type'],
    [{ input_type: 'date' }, '2026-02-30', 'type'],
    [{ input_type: 'date' }, '2026-2-3', 'type'],
    [{ input_type: 'date' }, '2026-02-28T00:00:00Z', 'type'],
    [{ input_type: 'date' }, 5, 'type'],
    [{ input_type: 'boolean' }, 'true', 'type'],
    [{ input_type: 'boolean' }, 1, 'type'],
    [{ input_type: 'boolean' }, null, 'type'],
    [{ input_type: 'select', options: OPTIONS }, 'c', 'option'],
    [{ input_type: 'select', options: OPTIONS }, 'A', 'option'],
    [{ input_type: 'select', options: OPTIONS }, ['a'], 'type'],
    [{ input_type: 'select', options: OPTIONS }, true, 'type'],
    [{ input_type: 'multi_select', options: OPTIONS }, 'a', 'type'],
    [{ input_type: 'multi_select', options: OPTIONS }, ['c'], 'option'],
    [{ input_type: 'multi_select', options: OPTIONS }, ['a', 'c'], 'option'],
    [{ input_type: 'multi_select', options: OPTIONS }, ['a', 'a'], 'option'],
    [{ input_type: 'multi_select', options: OPTIONS }, [1], 'type'],
  ])('%j refuses %j as %s', (more, value, code) => expect(valueOf(more, value)).toBe(code));

  test('a pattern that would run for ever → refused', () => {
    expect(valueOf({ input_type: 'text', pattern: '^(a+)+$' }, `${'a'.repeat(60)}!`)).toBe('pattern');
  });
});

describe('a card of one item', () => {
  const card = cardOf([asked('name'), asked('age', { input_type: 'number' }), asked('remark', { required: false })]);

  test('all required answers → the item with its values; what was left out is not there', () => {
    expect(itemsOf(card, answersOf({ age: 0, name: '' }))).toEqual([
      { item_id: 'item-1', skill: 'skill-1', values: { name: '', age: 0 } },
    ]);
  });

  test.each<[string, Answer[], string[]]>([
    ['nothing', [], ['item-1 name required', 'item-1 age required']],
    ['one of two', answersOf({ name: 'x' }), ['item-1 age required']],
    ['an unasked key', answersOf({ name: 'x', age: 1, extra: 1 }), ['- extra unknown_key']],
    ['only an unasked key', answersOf({ extra: 1 }), ['item-1 name required', 'item-1 age required', '- extra unknown_key']],
    ['a key of every object', answersOf({ name: 'x', age: 1, constructor: 1 }), ['- constructor unknown_key']],
    ['a key twice', [...answersOf({ name: 'x', age: 1 }), { field_key: 'name', value: 'y' }], ['item-1 name duplicate']],
    [
      'the same answer twice',
      [...answersOf({ name: 'x', age: 1 }), { field_key: 'name', value: 'x' }],
      ['item-1 name duplicate'],
    ],
    [
      'another item',
      [...answersOf({ age: 1 }), { field_key: 'name', value: 'x', item_id: 'nobody' }],
      ['item-1 name required', 'nobody name unknown_item'],
    ],
    ['several mistakes', answersOf({ age: '1', remark: 5 }), ['item-1 name required', 'item-1 age type', 'item-1 remark type']],
  ])('%s → errors in the order of the card', (_what, answers, errors) => expect(errorsOf(card, answers)).toEqual(errors));

  test('its own item named → fine', () => {
    expect(
      errorsOf(
        card,
        answersOf({ name: 'x', age: 1 }).map((answer) => ({ ...answer, item_id: 'item-1' })),
      ),
    ).toEqual([]);
  });

  test('all optional and nothing answered → answered, empty', () => {
    expect(itemsOf(cardOf([asked('remark', { required: false })]), [])).toEqual([
      { item_id: 'item-1', skill: 'skill-1', values: {} },
    ]);
  });
});

describe('a batch', () => {
  const card = cardOf(
    [asked('court'), asked('note', { required: false })],
    [asked('file', { input_type: 'boolean' })],
    [asked('remark', { required: false })],
  );

  test('all answered → all items, in the order of the card', () => {
    expect(itemsOf(card, answersOf({ remark: 'r', file: false, court: 'c' }))).toEqual([
      { item_id: 'item-1', skill: 'skill-1', values: { court: 'c' } },
      { item_id: 'item-2', skill: 'skill-2', values: { file: false } },
      { item_id: 'item-3', skill: 'skill-3', values: { remark: 'r' } },
    ]);
  });

  test('one answered → only that one; the others stay open', () => {
    expect(itemsOf(card, answersOf({ file: true }))).toEqual([{ item_id: 'item-2', skill: 'skill-2', values: { file: true } }]);
  });

  test('an item with an answer, but not its required one → refused', () => {
    expect(errorsOf(card, answersOf({ note: 'n', file: true }))).toEqual(['item-1 court required']);
  });

  test('nothing answered → refused for every required question', () => {
    expect(errorsOf(card, [])).toEqual(['item-1 court required', 'item-2 file required']);
  });

  test('nothing answered and nothing required → all items, empty', () => {
    const optional = cardOf([asked('a', { required: false })], [asked('b', { required: false })]);
    expect(itemsOf(optional, [])).toEqual([
      { item_id: 'item-1', skill: 'skill-1', values: {} },
      { item_id: 'item-2', skill: 'skill-2', values: {} },
    ]);
  });
});

describe('two items that ask for the same key', () => {
  const card = cardOf([asked('note')], [asked('note')], [asked('other')]);
  const named = (...items: string[]): Answer[] => items.map((item_id) => ({ field_key: 'note', item_id, value: item_id }));

  test('named → each gets its own', () => {
    expect(itemsOf(card, named('item-2', 'item-1'))).toEqual([
      { item_id: 'item-1', skill: 'skill-1', values: { note: 'item-1' } },
      { item_id: 'item-2', skill: 'skill-2', values: { note: 'item-2' } },
    ]);
  });

  test.each<[string, Answer[], string[]]>([
    ['not named', answersOf({ note: 'x' }), ['- note ambiguous_item']],
    ['an unknown one named', [...named('nobody'), ...named('item-2')], ['nobody note unknown_item']],
    ['one that does not ask for it named', named('item-3'), ['item-3 note unknown_key']],
    ['one named twice', named('item-1', 'item-1'), ['item-1 note duplicate']],
  ])('%s → refused', (_what, answers, errors) => expect(errorsOf(card, answers)).toEqual(errors));
});

test.each([
  ['en' as const, 'Must be at least 1.'],
  ['zh' as const, '不能小于 1。'],
])('in %s → the message in that language, with the limit', (lang, message) => {
  const checked = checkAnswers(cardOf([asked('k', { input_type: 'number', min: 1 })]), answersOf({ k: 0 }), lang);
  expect(checked).toEqual({ ok: false, errors: [{ field_key: 'k', item_id: 'item-1', code: 'min', message }] });
});
