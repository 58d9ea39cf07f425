import 'reflect-metadata';
import { ScriptedModel } from '@parley/testing';
import { ModelClient } from './model-client.js';
import type { ModelRequest } from './model-request.js';
import { chunk, RawModel } from './test/raw-model.js';
import { collect } from './test/read-deltas.js';

const REQUEST: ModelRequest = {
  settings: { name: 'demo', temperature: 0.2, max_tokens: 99 },
  messages: [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'hello' },
  ],
};
const WITH_TOOLS: ModelRequest = { ...REQUEST, tools: [{ name: 'fee', description: '', parameters: { type: 'object' } }] };
const FOREVER = new AbortController().signal;

const model = new ScriptedModel();
const raw = new RawModel();
let client: ModelClient;
let rawClient: ModelClient;

beforeAll(async () => {
  client = new ModelClient({ baseURL: await model.listen(), apiKey: 'secret' });
  rawClient = new ModelClient({ baseURL: await raw.listen(), apiKey: '' });
});
afterEach(() => {
  model.reset();
  raw.reset();
});
afterAll(async () => {
  raw.close();
  await model.close();
});

describe('a whole answer', () => {
  test('streamed → its pieces in order, thoughts apart, then usage and finish in the last', async () => {
    model.when({}, { reasoning: ['let me ', 'think'], tokens: ['a', ' ', '"\r\ndata: x"', '号🙂'] });
    expect(await collect(client.stream(REQUEST, FOREVER))).toEqual([
      { thinking: 'let me ' },
      { thinking: 'think' },
      { text: 'a' },
      { text: ' ' },
      { text: '"\r\ndata: x"' },
      { text: '号🙂' },
      { finish: 'stop', usage: { prompt_tokens: 7, completion_tokens: 4, total_tokens: 11 } },
    ]);
  });

  test('thoughts are not wanted → the text alone', async () => {
    model.when({}, { reasoning: ['let me ', 'think'], tokens: ['a'] });
    const deltas = await collect(client.stream({ ...REQUEST, thinking: false }, FOREVER));
    expect(deltas).toEqual([{ text: 'a' }, expect.objectContaining({ finish: 'stop' })]);
  });

  test('white space before the text → it comes with the text', async () => {
    model.when({}, { tokens: ['\n', ' ', 'a', ' ', 'b'] });
    const texts = (await collect(client.stream(REQUEST, FOREVER))).flatMap(({ text }) => text ?? []);
    expect(texts).toEqual(['\n a', ' ', 'b']);
  });

  test('bytes cut anywhere → the same text', async () => {
    model.when({}, { tokens: ['身份', '证号🙂'], split_bytes: 1 });
    expect((await client.complete(REQUEST, FOREVER)).text).toBe('身份证号🙂');
  });

  test('the request → settings, messages and key as given', async () => {
    model.when({}, { text: 'ok' });
    await client.complete(REQUEST, FOREVER);
    const [call] = model.requests;
    expect(call?.body).toEqual({
      model: 'demo',
      temperature: 0.2,
      max_tokens: 99,
      messages: REQUEST.messages,
      stream: true,
      stream_options: { include_usage: true },
    });
    expect(call?.headers.authorization).toBe('Bearer secret');
  });

  test('json → asks for a JSON object, and gives the text unparsed', async () => {
    model.when({ json: true }, { json: { a: 1 } });
    expect((await client.complete({ ...REQUEST, json: true }, FOREVER)).text).toBe('{"a":1}');
  });
});

describe('what other servers do', () => {
  test.each([['reasoning_content'], ['reasoning']])('thoughts in %s → thinking', async (member) => {
    raw.body = chunk({ [member]: 'hm' }) + chunk({ content: 'x' }, 'stop');
    expect((await collect(rawClient.stream(REQUEST, FOREVER)))[0]).toEqual({ thinking: 'hm' });
  });

  test.each<[string, object, object]>([
    ['no total', { prompt_tokens: 2, completion_tokens: 3 }, { prompt_tokens: 2, completion_tokens: 3, total_tokens: 5 }],
    ['nulls', { prompt_tokens: null, completion_tokens: 3 }, { prompt_tokens: 0, completion_tokens: 3, total_tokens: 3 }],
  ])('usage with %s → numbers', async (_what, usage, expected) => {
    raw.body = chunk({ content: 'x' }) + chunk({}, 'stop', { usage });
    expect((await rawClient.complete(REQUEST, FOREVER)).usage).toEqual(expected);
  });

  test('events that say nothing → passed over', async () => {
    raw.body = `: ping\n\ndata: null\n\ndata: {}\n\ndata: {"choices":[]}\n\ndata: {"choices":[{}]}\n\n${chunk({ content: 'x' }, 'stop')}`;
    expect(await rawClient.complete(REQUEST, FOREVER)).toEqual({ text: 'x' });
  });

  test('a stream of events that is called JSON → read as what it is', async () => {
    raw.contentType = 'application/json';
    raw.body = `${chunk({ content: 'a' })}${chunk({ content: 'b' }, 'stop')}data: [DONE]\n\n`;
    expect(await rawClient.complete(REQUEST, FOREVER)).toEqual({ text: 'ab' });
  });
});

describe('tool calls', () => {
  const ROUND: ModelRequest['messages'] = [
    { role: 'user', content: 'hello' },
    { role: 'assistant', content: '', toolCalls: [{ callId: 'call_1_1', name: 'fee', argumentsText: '{"a":1}' }] },
    { role: 'tool', callId: 'call_1_1', content: '42' },
  ];

  test('two, without a text → whole in the last piece, nothing before it', async () => {
    model.when({}, { tool_calls: [{ name: 'fee', arguments: { a: 1 } }, { name: 'fee' }] });
    const toolCalls = [
      { callId: 'call_1_1', name: 'fee', argumentsText: '{"a":1}' },
      { callId: 'call_1_2', name: 'fee', argumentsText: '{}' },
    ];
    expect(await collect(client.stream(WITH_TOOLS, FOREVER))).toEqual([
      expect.objectContaining({ finish: 'tool_calls', toolCalls }),
    ]);
    model.reset();
    model.when({}, { tool_calls: [{ name: 'fee', arguments: { a: 1 } }, { name: 'fee' }] });
    expect(await client.complete(WITH_TOOLS, FOREVER)).toMatchObject({ text: '', toolCalls });
  });

  test('beside white space → no text', async () => {
    model.when({}, { tokens: ['\n', '\n'], tool_calls: [{ name: 'fee' }] });
    expect(await collect(client.stream(WITH_TOOLS, FOREVER))).toEqual([expect.objectContaining({ finish: 'tool_calls' })]);
  });

  test('beside a text, and the finish_reason is stop → both', async () => {
    model.when({}, { tokens: ['one moment'], tool_calls: [{ name: 'fee' }], finish_reason: 'stop' });
    const deltas = await collect(client.stream(WITH_TOOLS, FOREVER));
    expect(deltas).toEqual([{ text: 'one moment' }, expect.objectContaining({ toolCalls: [expect.anything()] })]);
  });

  test('offered, and none is called → none', async () => {
    model.when({}, { text: 'no need' });
    expect(await client.complete(WITH_TOOLS, FOREVER)).not.toHaveProperty('toolCalls');
  });

  test('none was offered, but a text came, too → the text', async () => {
    model.when({}, { text: 'so', tool_calls: [{ name: 'fee' }] });
    const answer = await client.complete(REQUEST, FOREVER);
    expect([answer.text, answer.toolCalls]).toEqual(['so', undefined]);
  });

  test('the request of the next round → the tools, the calls and the results', async () => {
    model.when({}, { text: 'it is 42' });
    await client.complete({ ...WITH_TOOLS, messages: ROUND }, FOREVER);
    expect(model.requests[0]?.view).toMatchObject({
      tools: [{ name: 'fee' }],
      toolResults: [{ callId: 'call_1_1', name: 'fee', content: '42' }],
    });
  });

  test('a server that gives the same id in every round → another id', async () => {
    const call = { index: 0, id: 'call_1_1', function: { name: 'fee', arguments: '{}' } };
    raw.body = chunk({ tool_calls: [call] }, 'tool_calls');
    const { toolCalls } = await rawClient.complete({ ...WITH_TOOLS, messages: ROUND }, FOREVER);
    expect(toolCalls?.map(({ callId }) => callId)).toEqual([expect.not.stringMatching(/^call_1_1$/)]);
  });
});
