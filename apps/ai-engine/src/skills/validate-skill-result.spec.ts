import 'reflect-metadata';
import { MAX_CARD_BYTES, MAX_STATE_BYTES, type ParleyError } from '@parley/contracts';
import { validateSkillResult } from './validate-skill-result.js';

const question = { question: 'Q', field_key: 'a.b', input_type: 'text', required: true };
const ask = (more: object = {}) => ({ control: { action: 'ask_user', review_type: 'clarify', questions: [question], ...more } });
const go = (state: unknown) => ({ state, control: { action: 'continue' } });

/** What exactly is wrong. */
function faultsOf(value: unknown): string {
  try {
    validateSkillResult(value);
  } catch (error) {
    const { code, details, cause } = error as ParleyError;
    expect([code, details]).toEqual(['skill_output_invalid', {}]);
    return (cause as Error).message;
  }
  return '';
}

test('a state at its limit in bytes → fine; one byte more → refused, and both sizes named', () => {
  const stateOf = (bytes: number) => go({ text: '字'.padEnd(bytes - '{"text":""}'.length - 2, 'x') });
  expect(faultsOf(stateOf(MAX_STATE_BYTES))).toBe('');
  expect(faultsOf(stateOf(MAX_STATE_BYTES + 1))).toBe(
    `state: expected at most ${MAX_STATE_BYTES} bytes, came ${MAX_STATE_BYTES + 1}`,
  );
});

describe('fine', () => {
  test.each([
    ['continue', { control: { action: 'continue' } }],
    ['continue with state', go({ a: { b: [0, false, '', null, { '': 1, 'x y.z': 2 }] } })],
    ['finish', { control: { action: 'finish' } }],
    ['a todo', { control: { action: 'todo', title: 'Check' } }],
    ['a whole todo', { control: { action: 'todo', title: 'Check', kind: 'review', due_at: '2026-02-28T12:00:00+08:00' } }],
    ['a todo due on a day', { control: { action: 'todo', title: 'Check', due_at: '2026-02-28' } }],
    ['an ask', ask()],
    ['an ask with state and message', { state: { x: 1 }, ...ask({ message: 'One thing:' }) }],
    [
      'a question with every member',
      ask({
        questions: [
          { ...question, default: 'x', placeholder: 'p', help: 'h', min_length: 0, max_length: 5, pattern: '^x', todo: true },
        ],
      }),
    ],
  ])('%s → as it is, but a copy', (_what, value) => {
    const result = validateSkillResult(value);
    expect(result).toEqual(value);
    expect(result.control).not.toBe(value.control);
  });

  test('what the skill changes afterwards → changes nothing', () => {
    const state = { list: [1] };
    const result = validateSkillResult(go(state));
    state.list.push(2);
    expect(result.state).toEqual({ list: [1] });
  });

  test('members set to undefined where they may be left out → left out', () => {
    const value = {
      state: undefined,
      control: { ...ask().control, message: undefined, questions: [{ ...question, help: undefined, default: undefined }] },
    };
    expect(validateSkillResult(value)).toStrictEqual(ask());
  });

  test('5,000 options → checked in less time than a person notices', () => {
    const options = Array.from({ length: 5000 }, (_, index) => ({ value: `v${index}`, label: `选项 ${index}` }));
    const started = performance.now();
    validateSkillResult(ask({ questions: [{ ...question, input_type: 'select', options }] }));
    expect(performance.now() - started).toBeLessThan(1000);
  });
});

describe('the shape', () => {
  test.each([
    [null, 'expected an object, came nothing'],
    [undefined, 'expected a value that JSON can hold, came undefined'],
    ['just text', 'expected an object, came "just text"'],
    [[], 'expected an object, came an empty list'],
    [{}, 'control: expected an object, came nothing'],
    [{ control: 'continue' }, 'control: expected an object, came "continue"'],
    [{ control: {} }, 'control.action: expected one of continue, ask_user, todo, finish, came nothing'],
    [{ control: { action: 'jump' } }, 'control.action: expected one of continue, ask_user, todo, finish, came "jump"'],
    [{ control: { action: 'toString' } }, 'control.action: expected one of'],
    [{ control: { action: 'continue', questions: [] } }, 'control.questions: unknown member'],
    [{ control: { action: 'continue' }, stat: {} }, 'stat: unknown member; did you mean "state"?'],
    [go([]), 'state: expected an object, came an empty list'],
    [go(null), 'state: expected an object, came nothing'],
    [{ control: { action: 'todo' } }, 'control.title: expected a text of at most 500 characters, came nothing'],
    [
      { control: { action: 'todo', title: 'x', due_at: 'soon' } },
      'control.due_at: expected a date, or a time as RFC 3339, came "soon"',
    ],
    [{ control: { action: 'todo', title: 'x', due_at: '2026-13-01' } }, 'control.due_at'],
  ])('%j → %s', (value, fault) => expect(faultsOf(value)).toContain(fault));
});

describe('an ask', () => {
  test.each([
    [{ review_type: 'fancy' }, 'control.review_type: expected one of clarify, select, confirm, phase_done, came "fancy"'],
    [{ review_type: 'clarify\r\nevent: card' }, 'control.review_type: expected one of'],
    [{ review_type: undefined }, 'control.review_type: expected one of clarify, select, confirm, phase_done, came nothing'],
    [{ questions: [] }, 'control.questions: expected at least one question'],
    [{ questions: undefined }, 'control.questions: expected a list, came nothing'],
    [{ questions: 'x' }, 'control.questions: expected a list, came "x"'],
    [{ message: 5 }, 'control.message: expected a text, came 5'],
    [{ question: 'Q' }, 'control.question: unknown member; did you mean "questions"?'],
    [{ questions: [{ field_key: 'x' }] }, 'control.questions[0].question: expected a text, came nothing'],
    [{ questions: [question, question] }, 'control.questions[1].field_key: "a.b" is asked twice here'],
    [{ questions: [{ ...question, item_id: 'x' }] }, 'control.questions[0].item_id: unknown member'],
    [{ questions: [{ ...question, input_type: 'slider' }] }, 'control.questions[0].input_type: expected one of text,'],
    [{ questions: [{ ...question, default: null }] }, 'control.questions[0].default: expected a text, came nothing'],
    [{ questions: [{ ...question, input_type: 'select' }] }, 'control.questions[0].options: expected options to choose from'],
  ])('%j → %s', (more, fault) => expect(faultsOf(ask(more))).toContain(fault));

  test.each([
    '__proto__.polluted',
    'a.constructor.b',
    'a.prototype',
    'a..b',
    '9a',
    '',
    '.a',
    'a.',
    'a b',
    'a.b.c.d.e.f.g.h.i',
    5,
  ])('the key %j → a fault that names it', (field_key) =>
    expect(faultsOf(ask({ questions: [{ ...question, field_key }] }))).toContain(
      'control.questions[0].field_key: expected a dotted path',
    ),
  );

  test('several faults → all of them', () => {
    const faults = faultsOf(ask({ review_type: 'x', questions: [{ field_key: '9' }] })).split('\n');
    expect(faults.map((fault) => fault.split(':')[0])).toEqual([
      'control.review_type',
      'control.questions[0].question',
      'control.questions[0].field_key',
      'control.questions[0].input_type',
      'control.questions[0].required',
    ]);
  });

  test('a card beyond the limit → refused, one just below it → not', () => {
    const help = (bytes: number) => ask({ questions: [{ ...question, help: 'x'.repeat(bytes) }] });
    expect(faultsOf(help(MAX_CARD_BYTES / 2))).toContain(`control.questions: expected a card of at most ${MAX_CARD_BYTES} bytes`);
    expect(faultsOf(help(MAX_CARD_BYTES / 2 - 200))).toBe('');
  });
});

describe('the state', () => {
  const cycle: Record<string, unknown> = {};
  cycle.self = cycle;
  const deep = JSON.parse(`${'{"a":'.repeat(200)}1${'}'.repeat(200)}`) as object;

  test.each([
    ['a Map', { m: new Map([['a', 1]]) }, 'state.m: expected a value that JSON can hold, came a Map'],
    ['a Set', { m: new Set() }, 'came a Set'],
    ['a Date', { d: [new Date()] }, 'state.d[0]: expected a value that JSON can hold, came a Date'],
    ['NaN', { n: NaN }, 'state.n: expected a value that JSON can hold, came NaN'],
    ['Infinity', { n: Infinity }, 'came Infinity'],
    ['undefined', { a: { b: undefined } }, 'state.a.b: expected a value that JSON can hold, came undefined'],
    ['undefined in a list', { a: [undefined] }, 'state.a[0]'],
    ['a hole in a list', { a: Array(2) }, 'state.a[0]'],
    ['a function', { f: () => 1 }, 'state.f: expected a value that JSON can hold, came function'],
    ['a bigint', { n: 1n }, 'came bigint'],
    ['a symbol', { s: Symbol('x') }, 'came symbol'],
    ['a symbol as a key', { [Symbol('x')]: 1 }, 'came a symbol as a key'],
    ['an instance', { e: new (class Account {})() }, 'came a Account'],
    ['an Error', { e: new Error('x') }, 'came a Error'],
    ['a Buffer', { b: Buffer.from('x') }, 'came a Buffer'],
    ['a cycle', { c: cycle }, 'state.c.self: expected a value that JSON can hold, came a cycle'],
    ['too many levels', { deep }, 'nested deeper than 100 levels'],
    [
      'a key __proto__',
      JSON.parse('{"a":{"__proto__":{"x":1}}}'),
      'state.a.__proto__: expected a value that JSON can hold, came the key __proto__',
    ],
    ['a key constructor', { constructor: 1 }, 'came the key constructor'],
    [
      'a dotted key',
      { 'facts.amount': 1 },
      'state.facts.amount: expected {"facts": {"amount": …}}, nested objects instead of a dotted key',
    ],
    ['a key that no path can name', { '9a': 1 }, 'state.9a: expected one segment of'],
  ])('with %s → a fault', (_what, state, fault) => expect(faultsOf(go(state))).toContain(fault));

  test('60 levels, the same object twice → fine', () => {
    const twice = { x: 1 };
    const nested = JSON.parse(`${'{"a":'.repeat(60)}1${'}'.repeat(60)}`) as object;
    expect(faultsOf(go({ nested, list: [twice, twice], other: twice }))).toBe('');
  });

  test('nothing is ever written to a prototype', () => {
    faultsOf(
      JSON.parse(
        '{"__proto__":{"polluted":1},"state":{"__proto__":{"polluted":1}},"control":{"action":"continue","__proto__":{"polluted":1}}}',
      ),
    );
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});
