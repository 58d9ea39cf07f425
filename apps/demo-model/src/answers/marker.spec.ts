import { markerIn } from './marker.js';

const entries = (block: string) =>
  Object.fromEntries(markerIn([`<!-- demo: a/b lang=zh -->\n\ntext\n\n${block}\n\nmore`])?.known ?? []);

describe('the marker', () => {
  test.each([
    ['<!-- demo: loan-dispute/facts lang=zh -->', 'loan-dispute/facts', 'zh'],
    ['\n  <!--demo: echo/answer lang=en-->\nYou are …', 'echo/answer', 'en'],
    ['<!-- demo: echo/answer lang= -->', 'echo/answer', ''],
    ['<!-- demo: echo/answer -->', 'echo/answer', ''],
  ])('%j → task and language', (text, task, lang) => {
    expect(markerIn([text])).toMatchObject({ task, lang });
  });

  test.each([
    ['You are an assistant.'],
    ['Text first.\n<!-- demo: echo/answer lang=en -->'],
    ['<!-- demo: echo lang=en -->'],
    [''],
  ])('%j → no marker', (text) => expect(markerIn([text])).toBeUndefined());

  test('several system messages → the first that begins with one', () => {
    expect(markerIn(['Be brief.', '<!-- demo: a/b lang=en -->', '<!-- demo: c/d lang=zh -->'])?.task).toBe('a/b');
  });
});

describe('the known block', () => {
  test('keys with values → as they are; an empty value is unknown', () => {
    expect(entries('```known\nfacts.amount: 50000\nfacts.loan_date:\nfacts.has_contract: false\nfee.amount: \n```')).toEqual({
      'facts.amount': '50000',
      'facts.has_contract': 'false',
    });
  });

  test('a value with colons, quotes and several lines → whole', () => {
    expect(entries('```known\nfacts.summary: he said: "5万",\n\n  借条 too\nfee.amount: 1\n```')).toEqual({
      'facts.summary': 'he said: "5万",\n\n  借条 too',
      'fee.amount': '1',
    });
  });

  test('free text that looks like another key → the first value stays', () => {
    expect(entries('```known\nfacts.amount: 50000\nfacts.summary: x\nfacts.amount: 1\n```')['facts.amount']).toBe('50000');
  });

  test('Windows line ends → the same', () => {
    expect(entries('```known\r\na.b: 1\r\nc: 2\r\n```')).toEqual({ 'a.b': '1', c: '2' });
  });

  test.each([['no block'], ['```json\n{"a":1}\n```'], ['```known\n```'], ['```known\na: 1']])('%j → nothing is known', (block) =>
    expect(entries(block)).toEqual({}),
  );
});
