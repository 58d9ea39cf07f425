import 'reflect-metadata';
import type { ChatMessage } from './chat-message.js';
import { requestBody } from './request-body.js';

const bodyOf = (messages: ChatMessage[], rest: object = {}) => requestBody({ settings: { name: 'demo' }, messages, ...rest });
const calling = (content: string, argumentsText: string): ChatMessage => ({
  role: 'assistant',
  content,
  toolCalls: [{ callId: 'c', name: 'fee', argumentsText }],
});
const called = (content: string | null, args: string) => ({
  role: 'assistant',
  content,
  tool_calls: [{ id: 'c', type: 'function', function: { name: 'fee', arguments: args } }],
});

test.each<[string, ChatMessage, object]>([
  ['of the system', { role: 'system', content: 'a' }, { role: 'system', content: 'a' }],
  ['of the assistant', { role: 'assistant', content: 'a', toolCalls: [] }, { role: 'assistant', content: 'a' }],
  ['with calls', calling('wait', '{"x": 1}'), called('wait', '{"x": 1}')],
  ['with calls and no text', calling('', '{}'), called(null, '{}')],
  ['of a tool', { role: 'tool', callId: 'c', content: '42' }, { role: 'tool', tool_call_id: 'c', content: '42' }],
])('a message %s → as OpenAI writes it', (_what, message, expected) => expect(bodyOf([message]).messages).toEqual([expected]));

test.each(['', '{"x":', '[]', 'null', '"text"'])(
  'an earlier call with the arguments %j → an object, or servers refuse it',
  (text) => {
    expect(bodyOf([calling('', text)]).messages).toEqual([called(null, '{}')]);
  },
);

test('tools → functions, without an empty description', () => {
  const parameters = { type: 'object', properties: { x: { type: 'number' } } };
  const tools = [
    { name: 'fee', description: 'Works it out.', parameters },
    { name: 'law', description: '', parameters },
  ];
  expect(bodyOf([], { tools }).tools).toEqual([
    { type: 'function', function: { name: 'fee', description: 'Works it out.', parameters } },
    { type: 'function', function: { name: 'law', parameters } },
  ]);
});

test('an empty list of tools → no member, which servers would refuse', () =>
  expect(bodyOf([], { tools: [] })).not.toHaveProperty('tools'));
