import { checkForm } from './check-form.js';
import { initialValues } from './field-values.js';
import { cardOf } from './test/cards.js';

const options = [
  { value: 'x', label: 'X' },
  { value: 'y', label: 'Y' },
];

describe('a card of one item', () => {
  test('each type → a value of that type; what is blank is not answered', () => {
    const card = cardOf([
      { field_key: 'text' },
      { field_key: 'number', input_type: 'number' },
      { field_key: 'yes', input_type: 'boolean' },
      { field_key: 'no', input_type: 'boolean' },
      { field_key: 'one', input_type: 'select', options },
      { field_key: 'some', input_type: 'multi_select', options },
      { field_key: 'day', input_type: 'date' },
      { field_key: 'blank', required: false },
      { field_key: 'none', required: false, input_type: 'multi_select', options },
    ]);
    const values = {
      'i1/text': ' as typed ',
      'i1/number': '0',
      'i1/yes': 'true',
      'i1/no': 'false',
      'i1/one': 'x',
      'i1/some': ['x', 'y'],
      'i1/day': '2026-02-28',
      'i1/blank': '  ',
      'i1/none': [],
    };
    const answer = (field_key: string, value: unknown) => ({ field_key, item_id: 'i1', value });
    expect(checkForm(card, values)).toEqual({
      ok: true,
      answers: [
        answer('text', ' as typed '),
        answer('number', 0),
        answer('yes', true),
        answer('no', false),
        answer('one', 'x'),
        answer('some', ['x', 'y']),
        answer('day', '2026-02-28'),
      ],
    });
  });

  test.each([
    [{ required: true }, '', 'required'],
    [{ required: true }, undefined, 'required'],
    [{ input_type: 'number', required: false }, 'ten', 'number'],
    [{ input_type: 'number', min: 1 }, '0', 'min'],
    [{ input_type: 'number', max: 5 }, '5.1', 'max'],
    [{ input_type: 'date' }, '2026-2-3', 'date'],
    [{ min_length: 3 }, '号🙂', 'min_length'],
    [{ max_length: 2 }, '号🙂x', 'max_length'],
  ] as const)('%j with %j → %s', (more, value, problem) => {
    const checked = checkForm(cardOf([{ field_key: 'a', ...more }]), value === undefined ? {} : { 'i1/a': value });
    expect(checked).toEqual({ ok: false, problems: { 'i1/a': problem }, isUntouched: false });
  });

  test.each([true, false])('half a date, required %s → a fault of the field, not an answer left open', (required) => {
    const card = cardOf([{ field_key: 'day', input_type: 'date', required }]);
    const checked = checkForm(card, { 'i1/day': '' }, new Set(['i1/day']));
    expect(checked).toEqual({ ok: false, problems: { 'i1/day': 'date' }, isUntouched: false });
  });

  test('a pattern, whatever was typed → left to the server', () => {
    expect(checkForm(cardOf([{ pattern: '^(a+)+$' }]), { 'i1/a': 'no' }).ok).toBe(true);
  });

  test('nothing is required and nothing was answered → an empty answer', () => {
    expect(checkForm(cardOf([{ required: false }]), {})).toEqual({ ok: true, answers: [] });
  });
});

describe('a batch', () => {
  const card = cardOf([{ field_key: 'a' }, { field_key: 'b', required: false }], [{ field_key: 'a' }]);

  test('one item is answered → that one, by its name', () => {
    expect(checkForm(card, { 'i2/a': 'x' })).toEqual({ ok: true, answers: [{ field_key: 'a', item_id: 'i2', value: 'x' }] });
  });

  test('an item is begun, but not complete → what it lacks', () => {
    expect(checkForm(card, { 'i1/b': 'x', 'i2/a': 'y' })).toMatchObject({ ok: false, problems: { 'i1/a': 'required' } });
  });

  test('of an item there is half a date → it is begun, and not left open', () => {
    const dated = cardOf([{ field_key: 'a', input_type: 'date', required: false }], [{ field_key: 'b' }]);
    expect(checkForm(dated, { 'i2/b': 'x' }, new Set(['i1/a']))).toMatchObject({ ok: false, problems: { 'i1/a': 'date' } });
  });

  test('nothing is answered → what is required of all', () => {
    const problems = { 'i1/a': 'required', 'i2/a': 'required' };
    expect(checkForm(card, {})).toEqual({ ok: false, problems, isUntouched: true });
  });

  test('an item is incomplete by its default alone → left open', () => {
    const withDefault = cardOf([{ field_key: 'a' }, { field_key: 'b', default: 'd', required: false }], [{ field_key: 'c' }]);
    const values = { ...initialValues(withDefault), 'i2/c': 'x' };
    expect(checkForm(withDefault, values)).toMatchObject({ ok: true, answers: [{ field_key: 'c' }] });
  });

  test('an item is complete by its defaults → answered as shown', () => {
    const complete = cardOf([{ field_key: 'a', default: 'd' }], [{ field_key: 'c' }]);
    expect(checkForm(complete, initialValues(complete))).toMatchObject({ ok: true, answers: [{ field_key: 'a', value: 'd' }] });
  });

  test('nothing is required of anything, and nothing is answered → an empty answer for all', () => {
    const optional = cardOf([{ required: false }], [{ required: false }]);
    expect(checkForm(optional, {})).toEqual({ ok: true, answers: [] });
  });
});

test.each([
  [{ input_type: 'boolean', default: false }, 'false'],
  [{ input_type: 'number', default: 0 }, '0'],
  [{ input_type: 'select', options, default: 'y' }, 'y'],
  [{ input_type: 'select', options, default: 'z' }, undefined],
  [{ input_type: 'multi_select', options, default: ['z', 'x'] }, ['x']],
  [{ input_type: 'number', default: '7' }, undefined],
  [{ default: 7 }, undefined],
] as const)('default of %j → %j', (more, value) => {
  expect(
    initialValues(cardOf([{ field_key: 'a', ...more, options: undefined, ...('options' in more && { options }) }]))['i1/a'],
  ).toEqual(value);
});
