import 'reflect-metadata';
import type { InputType, Question, QuestionOption } from '@parley/contracts';
import { readAnswer } from './read-answer.js';

const asked = (input_type: InputType, options?: QuestionOption[]): Question => ({
  ...{ question: 'Q', field_key: 'k', item_id: 'item-1', required: true, input_type },
  ...(options && { options }),
});

const option = (value: string, label: string): QuestionOption => ({ value, label });
const COURTS = [option('n', 'North'), option('s', 'South'), option('bj', '北京')];
/** What is ambiguous here: `2` is the value of one and the label of another; `x` names two of one spelling, and a third. */
const TRAPS = [option('1', '2'), option('2', '3'), option('p', 'X'), option('q', 'x'), option('r', 'same'), option('t', 'same')];
const WITH_COMMAS = [option('a', 'Li, Wang'), option('b', 'Li'), option('c', 'Zhao, Qian'), option('d', '其他')];

describe('a message that is an answer', () => {
  test.each<[InputType, string, unknown, QuestionOption[]?]>([
    ['text', ' as  it is。\n', ' as  it is。\n'],
    ['textarea', 'yes', 'yes'],
    ['text', '１２３', '１２３'],

    ['number', '42', 42],
    ['number', ' 42\n', 42],
    ['number', '　42　', 42],
    ['number', '0', 0],
    ['number', '007', 7],
    ['number', '3.5', 3.5],
    ['number', '.5', 0.5],
    ['number', '-3.50', -3.5],
    ['number', '+7', 7],
    ['number', '−7', -7],
    ['number', '－７', -7],
    ['number', '１２３', 123],
    ['number', '１．５', 1.5],
    ['number', '1,000', 1000],
    ['number', '1，000', 1000],
    ['number', '-12,345,678.9', -12_345_678.9],
    ['number', '42.', 42],
    ['number', '42。', 42],
    ['number', '9007199254740991', 9_007_199_254_740_991],
    ['number', '-9,007,199,254,740,991', -9_007_199_254_740_991],
    ['number', '0.000000123456789012345', 0.000000123456789012345],

    ['date', '2026-02-28', '2026-02-28'],
    ['date', '2026/2/8', '2026-02-08'],
    ['date', '2026年2月28日', '2026-02-28'],
    ['date', '2026 年 12 月 1 号。', '2026-12-01'],
    ['date', ' ２０２６－０２－２８ ', '2026-02-28'],
    ['date', '2024-2-29.', '2024-02-29'],

    ...['yes', 'YES', 'Yes.', ' y ', 'True', 'ｙｅｓ！', '是', '是的', '对', '好', '好的。', '同意', '同意！！'].map(
      (word): [InputType, string, unknown] => ['boolean', word, true],
    ),
    ...['no', 'NO!', 'n', 'FALSE', '否', '不', '不是。', '不对', '不好', '不同意'].map((word): [InputType, string, unknown] => [
      'boolean',
      word,
      false,
    ]),

    ['select', 'n', 'n', COURTS],
    ['select', ' South ', 's', COURTS],
    ['select', '北京', 'bj', COURTS],
    ['select', 'sOUTH', 's', COURTS],
    ['select', 'BJ', 'bj', COURTS],
    ['select', '1', '1', TRAPS],
    ['select', 'X', 'p', TRAPS],
    ['select', 'x', 'q', TRAPS],
    ['select', 'Li, Wang', 'a', WITH_COMMAS],
    ['select', 'padded', ' padded ', [option(' padded ', 'P ')]],

    ['multi_select', 'North', ['n'], COURTS],
    ['multi_select', 's, n', ['s', 'n'], COURTS],
    ['multi_select', 'North，South、北京', ['n', 's', 'bj'], COURTS],
    ['multi_select', 'north;SOUTH；bj', ['n', 's', 'bj'], COURTS],
    ['multi_select', 'North\r\nSouth\n', ['n', 's'], COURTS],
    ['multi_select', 'North, North', ['n', 'n'], COURTS],
    ['multi_select', 'Zhao, Qian', ['c'], WITH_COMMAS],
    ['multi_select', '其他、Li', ['d', 'b'], WITH_COMMAS],
  ])('%s, %j → %j', (input_type, message, value, ...[options]) => {
    expect(readAnswer(asked(input_type, options), message)).toStrictEqual(value);
  });
});

describe('a message that may be something else', () => {
  test.each<[InputType, string, QuestionOption[]?]>([
    ...[
      ...['', ' ', 'many', 'ten', '十', '10万', '10 000', '1 0', '5%', '¥5', '5元', '1e3', '0x10', 'Infinity', 'NaN'],
      ...['1,00', '1,0000', '10,00,000', '0,123', '1,5', ',5', '1,', '1.000,5', '1.2.3', '5..', '5!', '5?', '42, 43', '4 or 5'],
      ...['- 5', '--5', '+-5', '5-', '5²', '①', '½', '٣', '.', '-', '。5', 'about 5', '5 or so', 'null', 'true'],
      ...['9007199254740992', '9007199254740993', '-9,007,199,254,740,993', '1000000000000000000000'],
      ...['9007199254740993.5', '0.1234567890123456789', '1.0000000000000001', `0.${'0'.repeat(400)}1`, '9'.repeat(400)],
    ].map((message): [InputType, string] => ['number', message]),

    ...[
      ...[
        'soon',
        'today',
        '明天',
        '28.2.2026',
        '02/03/2026',
        '26/2/28',
        '2026',
        '2026-02',
        '2026-02/28',
        '2026.2.28',
        '20260228',
      ],
      ...['2026-02-28T00:00:00Z', '2026-02-28 or later', '2026-0002-28', '2026年2月', '2月28日', '二〇二六年二月二十八日'],
      ...['2026-02-2 8', '12026-02-28', '-2026-02-28', '2026--02-28'],
    ].map((message): [InputType, string] => ['date', message]),

    ...[
      ...[
        '',
        'maybe',
        'perhaps',
        'not yes',
        'no no',
        'yes and no',
        'yes, but',
        'yes?',
        'no?!',
        '是？',
        '是不是',
        '不是吗',
        '不知道',
      ],
      ...['ok', '1', '0', 'on', 'yes…', 'yes,', 'ye', '好像', '对不起', '不同', '同意不', 'null', 'y/n', 'constructor'],
    ].map((message): [InputType, string] => ['boolean', message]),

    ['select', 'nowhere', COURTS],
    ['select', '', COURTS],
    ['select', 'Nor', COURTS],
    ['select', 'North or South', COURTS],
    ['select', 'North.', COURTS],
    ['select', '2', TRAPS],
    ['select', 'same', TRAPS],
    ['select', 'ab', [option('AB', '1'), option('aB', '2')]],
    ['select', 'a', [option('a', 'A'), option(' a', 'B')]],
    ['select', 'x'],

    ['multi_select', '', COURTS],
    ['multi_select', ' , ', COURTS],
    ['multi_select', 'North, nowhere', COURTS],
    ['multi_select', 'North and South', COURTS],
    ['multi_select', 'North South', COURTS],
    ['multi_select', 'none', COURTS],
    ['multi_select', '2, 1', TRAPS],
    ['multi_select', 'Li, Wang, 其他', WITH_COMMAS],
    ['multi_select', 'Li, Wang', [...WITH_COMMAS, option('e', 'Wang')]],
  ])('%s, %j → not read', (input_type, message, ...[options]) => {
    expect(readAnswer(asked(input_type, options), message)).toBeUndefined();
  });
});

test('a day that is in no calendar → read as it is, for the validation to refuse', () => {
  expect(readAnswer(asked('date'), '2026/13/40')).toBe('2026-13-40');
});
