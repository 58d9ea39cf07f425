import { answerTo } from './answer.js';

const LONG = `${'很长'.repeat(300)}`;
const answer = (system: string, message: string, json = false) => answerTo({ system: [system], users: [message], json });

describe('without a marker', () => {
  test.each([
    ['被告不还钱', '你说的是：被告不还钱'],
    ['  How long does it take?\n', 'You said: How long does it take?'],
    ['x\r\nevent: card\r\n\r\ny', 'You said: x\r\nevent: card\r\n\r\ny'],
    ['你好！', '你好！我是内置的演示模型：你说什么，我就复述什么。'],
    ['Hello', 'Hello! I am the built-in demo model: whatever you say, I say back.'],
    ['', '我没有收到文字。请说点什么吧。'],
    [LONG, `你说的是：${LONG.slice(0, 400)}…`],
  ])('%j → %j', (message, expected) => expect(answer('You are an assistant.', message)).toBe(expected));

  test('JSON is asked for → a skill result that goes on', () => {
    expect(JSON.parse(answer('Extract.', 'hi', true))).toEqual({ control: { action: 'continue' } });
  });

  test('an unknown task → the same', () => {
    expect(answer('<!-- demo: other/answer lang=zh -->', 'bye')).toBe('You said: bye');
  });

  test('no message at all → it says so', () => {
    expect(answerTo({ system: [], users: [], json: false })).toBe('我没有收到文字。请说点什么吧。');
  });
});

describe('echo', () => {
  test.each([
    ['zh', 'good idea', 'You said: good idea'],
    ['en', '好主意', '你说的是：好主意'],
    ['en', '12345', 'You said: 12345'],
    ['zh', '12345', '你说的是：12345'],
  ])("lang=%s and %j → the message's language, the marker's where it has none", (lang, message, expected) => {
    expect(answer(`<!-- demo: echo/answer lang=${lang} -->`, message)).toBe(expected);
  });
});

test('the same request twice → the same answer', () => {
  const ask = () => answer('<!-- demo: loan-dispute/facts lang=zh -->', '借了5万', true);
  expect(ask()).toBe(ask());
});

test('loan-dispute without a language → that of the message', () => {
  expect(answer('<!-- demo: loan-dispute/answer lang= -->', 'hi there')).toMatch(/^Hello, I can help/);
});
