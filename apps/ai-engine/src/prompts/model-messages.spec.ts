import 'reflect-metadata';
import type { HistoryMessage } from '@parley/contracts';
import { modelMessages, type ModelMessagesInput } from './model-messages.js';

const user = (content: string): HistoryMessage => ({ role: 'user', content });
const assistant = (content: string, interrupted?: boolean): HistoryMessage => ({
  role: 'assistant',
  content,
  ...(interrupted && { interrupted }),
});

const messages = (input: Partial<ModelMessagesInput>) =>
  modelMessages({ system: 'S', history: [], historyTurns: 20, message: 'now', lang: 'en', ...input });
const texts = (input: Partial<ModelMessagesInput>) => messages(input).map(({ content }) => content);

test('the prompt, the earlier turns in order, the message', () => {
  expect(messages({ history: [user('one'), assistant('reply one')] })).toEqual([
    { role: 'system', content: 'S' },
    { role: 'user', content: 'one' },
    { role: 'assistant', content: 'reply one' },
    { role: 'user', content: 'now' },
  ]);
});

test('a message that reads like markup → unchanged', () => {
  expect(texts({ message: 'two & <b>"quoted"</b>' }).at(-1)).toBe('two & <b>"quoted"</b>');
});

test('empty texts → left out', () => {
  expect(texts({ history: [user('one'), assistant(''), user(''), assistant('two')] })).toEqual(['S', 'one', 'two', 'now']);
});

test.each([
  ['en' as const, 'half\n\n[interrupted]'],
  ['zh' as const, 'half\n\n［回答被中断］'],
])('an interrupted answer in %s → marked', (lang, expected) => {
  expect(texts({ history: [user('one'), assistant('half', true)], lang })).toEqual(['S', 'one', expected, 'now']);
});

test('an interrupted answer without text → left out', () => {
  expect(texts({ history: [user('one'), assistant('', true)] })).toEqual(['S', 'one', 'now']);
});

test.each([
  [0, ['S', 'now']],
  [1, ['S', 'c', 'C', 'now']],
  [2, ['S', 'b', 'c', 'C', 'now']],
  [9, ['S', 'rest', 'a', 'A', 'b', 'c', 'C', 'now']],
])('%i turns of history → so many of the latest, each from its user message on', (historyTurns, expected) => {
  const history = [assistant('rest'), user('a'), assistant('A'), user('b'), assistant(''), user('c'), assistant('C')];
  expect(texts({ history, historyTurns })).toEqual(expected);
});

test('an empty prompt → no system message', () => expect(texts({ system: ' \n' })).toEqual(['now']));
