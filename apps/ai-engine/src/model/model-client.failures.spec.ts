import 'reflect-metadata';
import { ScriptedModel, type ModelReply } from '@parley/testing';
import { ModelClient } from './model-client.js';
import type { ModelRequest } from './model-request.js';
import { chunk, RawModel } from './test/raw-model.js';
import { collect, failing } from './test/read-deltas.js';

const REQUEST: ModelRequest = { settings: { name: 'demo' }, messages: [{ role: 'user', content: 'hello' }] };
const WITH_TOOLS: ModelRequest = { ...REQUEST, tools: [{ name: 'fee', description: '', parameters: { type: 'object' } }] };
const FOREVER = new AbortController().signal;

const model = new ScriptedModel();
const raw = new RawModel();
let client: ModelClient;
let rawClient: ModelClient;
/** How long the client wanted to wait before it tried again. */
let pauses: number[] = [];
const pause = (ms: number) => Promise.resolve(pauses.push(ms));

beforeAll(async () => {
  client = new ModelClient({ baseURL: await model.listen(), apiKey: '', pause });
  rawClient = new ModelClient({ baseURL: await raw.listen(), apiKey: '', pause });
});
afterEach(() => {
  model.reset();
  raw.reset();
  pauses = [];
});
afterAll(async () => {
  raw.close();
  await model.close();
});

interface Failure {
  what: string;
  reply: ModelReply;
  cause: unknown;
  /** Tries in all where it goes on. */
  calls: 1 | 3;
  /** What the model asks the client to wait, if it does. */
  waitMs?: number;
}

const saying = (message: string) => expect.objectContaining({ message: expect.stringContaining(message) as string }) as unknown;
const withStatus = (status: number) => expect.objectContaining({ status }) as unknown;
const RESET = expect.objectContaining({ code: 'ECONNRESET' }) as unknown;
const status = (code: number, headers?: Record<string, string>): ModelReply => ({ status: code, headers });

/** Nothing that a person could see comes before these. */
const BEFORE_ANYTHING: Failure[] = [
  ...[400, 401, 403, 404, 422, 504].map((code) => ({
    what: `${code}`,
    reply: status(code),
    cause: withStatus(code),
    calls: 1 as const,
  })),
  ...[429, 500, 502, 503].map((code) => ({ what: `${code}`, reply: status(code), cause: withStatus(code), calls: 3 as const })),
  { what: '429 for 7 s', reply: status(429, { 'retry-after': '7' }), cause: withStatus(429), calls: 3, waitMs: 7000 },
  { what: '503 for 10 s', reply: status(503, { 'retry-after': '10' }), cause: withStatus(503), calls: 3, waitMs: 10_000 },
  { what: '429 for 11 s', reply: status(429, { 'retry-after': '11' }), cause: withStatus(429), calls: 1 },
  { what: 'a reset', reply: { count: 3, reset_after: 0 }, cause: RESET, calls: 3 },
  { what: 'the end of the connection', reply: { count: 3, fin_after: 0 }, cause: RESET, calls: 3 },
  { what: 'an empty answer', reply: { tokens: [] }, cause: saying('is empty (finish_reason stop)'), calls: 3 },
  { what: 'white space only', reply: { tokens: ['\n', ' '] }, cause: saying('is empty'), calls: 3 },
  { what: 'thoughts only', reply: { reasoning: ['hm'] }, cause: saying('is empty'), calls: 3 },
  { what: 'no finish_reason', reply: { finish_reason: null }, cause: saying('without a finish_reason'), calls: 3 },
  { what: 'the limit', reply: { finish_reason: 'length' }, cause: saying('finish_reason length'), calls: 3 },
  { what: 'the filter', reply: { finish_reason: 'content_filter' }, cause: saying('finish_reason content_filter'), calls: 1 },
  { what: 'an error in the stream', reply: { count: 3, error_after: 0 }, cause: saying('scripted failure'), calls: 3 },
  { what: 'one JSON body', reply: { text: 'all', one_body: true }, cause: saying('in one JSON body'), calls: 3 },
  { what: 'tools that were not offered', reply: { tool_calls: [{ name: 'fee' }] }, cause: saying('none was offered'), calls: 3 },
];

/** Two tokens come before these. */
const AFTER_TEXT: Failure[] = [
  { what: 'a reset', reply: { count: 3, reset_after: 2 }, cause: RESET, calls: 3 },
  { what: 'the end of the connection', reply: { count: 3, fin_after: 2 }, cause: RESET, calls: 3 },
  { what: 'no finish_reason', reply: { count: 2, finish_reason: null }, cause: saying('without a finish_reason'), calls: 3 },
  { what: 'the limit', reply: { count: 2, finish_reason: 'length' }, cause: saying('finish_reason length'), calls: 3 },
  { what: 'an error of the server', reply: { count: 2, finish_reason: 'error' }, cause: saying('finish_reason error'), calls: 3 },
  { what: 'the filter', reply: { count: 2, finish_reason: 'content_filter' }, cause: saying('content_filter'), calls: 1 },
  { what: 'an error in the stream', reply: { count: 3, error_after: 2 }, cause: saying('scripted failure'), calls: 3 },
];

function expectFailure(error: unknown, { cause, calls, waitMs }: Failure): void {
  expect(error).toMatchObject({ code: 'model_failed', cause });
  expect([model.requests.length, pauses.length]).toEqual([calls, calls - 1]);
  if (waitMs !== undefined) expect(pauses).toEqual([waitMs, waitMs]);
}

describe.each(BEFORE_ANYTHING)('$what, before anything was said', (failure) => {
  // Thoughts are something said, unless they are not wanted.
  const request = { ...REQUEST, thinking: false };

  test(`always → ${failure.calls} calls, then model_failed; nothing was handed out`, async () => {
    model.when({}, failure.reply);
    const { text, error } = await failing(client.stream(request, FOREVER));
    expect(text).toBe('');
    expectFailure(error, failure);
  });

  test(`always, the answer is wanted whole → the same`, async () => {
    model.when({}, failure.reply);
    const error: unknown = await client.complete(request, FOREVER).catch((thrown: unknown) => thrown);
    expectFailure(error, failure);
  });
});

describe.each(BEFORE_ANYTHING.filter(({ calls }) => calls > 1))('$what twice, before anything was said', ({ reply }) => {
  test.each(['stream', 'complete'] as const)('%s → the third answer', async (how) => {
    model.when({}, { tokens: ['fine'] });
    model.when({}, reply, 2);
    const request = { ...REQUEST, thinking: false };
    if (how === 'complete') expect((await client.complete(request, FOREVER)).text).toBe('fine');
    else expect(await collect(client.stream(request, FOREVER))).toEqual([{ text: 'fine' }, expect.anything()]);
    expect([model.requests.length, pauses.length]).toEqual([3, 2]);
  });
});

describe.each(AFTER_TEXT)('$what, after two tokens', (failure) => {
  test('they were handed out → model_failed at once', async () => {
    model.when({}, failure.reply);
    const { text, error } = await failing(client.stream(REQUEST, FOREVER));
    expect(text).toBe('t1 t2 ');
    expectFailure(error, { ...failure, calls: 1 });
  });

  test(`the answer is wanted whole → ${failure.calls} calls, then model_failed`, async () => {
    model.when({}, failure.reply);
    const error: unknown = await client.complete(REQUEST, FOREVER).catch((thrown: unknown) => thrown);
    expectFailure(error, failure);
  });
});

describe('thoughts came before the failure', () => {
  const reply: ModelReply = { reasoning: ['hm'], count: 3, reset_after: 0 };

  test('they were handed out → model_failed at once', async () => {
    model.when({}, reply);
    expectFailure((await failing(client.stream(REQUEST, FOREVER))).error, { what: '', reply, cause: RESET, calls: 1 });
  });

  test('they were not wanted → tried again', async () => {
    model.when({}, reply);
    const { error } = await failing(client.stream({ ...REQUEST, thinking: false }, FOREVER));
    expectFailure(error, { what: '', reply, cause: RESET, calls: 3 });
  });
});

test.each<[string, ModelReply]>([
  ['break off', { tool_calls: [{ name: 'fee' }], count: 1, reset_after: 0 }],
  ['are cut short', { tool_calls: [{ name: 'fee', arguments_text: '{"a' }], finish_reason: 'length' }],
  ['have no name', { tool_calls: [{ name: '' }] }],
])('tool calls that %s → none is handed out, tried again', async (_what, reply) => {
  model.when({}, { tool_calls: [{ name: 'law' }] });
  model.when({}, reply, 1);
  const deltas = await collect(client.stream(WITH_TOOLS, FOREVER));
  expect(deltas).toEqual([expect.objectContaining({ toolCalls: [expect.objectContaining({ name: 'law' })] })]);
  expect(model.requests).toHaveLength(2);
});

test('nobody listens → tried again twice, then model_failed', async () => {
  const nobody = new ModelClient({ baseURL: 'http://127.0.0.1:1/v1', apiKey: '', pause });
  await expect(nobody.complete(REQUEST, FOREVER)).rejects.toMatchObject({
    code: 'model_failed',
    cause: { cause: saying('ECONNREFUSED') },
  });
  expect(pauses).toHaveLength(2);
});

test('nobody listens at first → the answer of the server that came up meanwhile', async () => {
  const late = new ScriptedModel();
  const baseURL = await late.listen();
  await late.close();
  const again = new ScriptedModel();
  const patient = new ModelClient({ baseURL, apiKey: '', pause: () => again.listen(Number(new URL(baseURL).port)) });
  try {
    expect((await patient.complete(REQUEST, FOREVER)).text).toBe('echo: hello');
  } finally {
    await again.close();
  }
});

describe('what else servers say in a stream', () => {
  const A = chunk({ content: 'a' });

  test.each<[string, string, string, number]>([
    ['an error alone', 'data: {"error":{"message":"overloaded"}}\n\n', 'overloaded', 3],
    ['an error with a status that may pass', 'data: {"error":{"message":"busy","code":429}}\n\n', 'busy', 3],
    ['an error with a status that will not', 'data: {"error":{"message":"too long","code":400}}\n\n', 'too long', 1],
    ['an error with a code in words', 'data: {"error":{"message":"no","code":"server_error"}}\n\n', 'no', 3],
    ['an event that is called error', 'event: error\ndata: {"message":"gone"}\n\n', 'gone', 3],
    ['an event that is no JSON', 'data: {"choi\n\n', 'malformed', 3],
    ['a content that is no text', chunk({ content: [{ type: 'image' }] }, 'stop'), 'is no text', 1],
    ['a page', '<html>Welcome</html>', 'without a finish_reason', 3],
  ])('%s → model_failed with its reason', async (_what, body, reason, calls) => {
    raw.body = body;
    await expect(rawClient.complete(REQUEST, FOREVER)).rejects.toMatchObject({ code: 'model_failed', cause: saying(reason) });
    expect([raw.calls, pauses.length]).toEqual([calls, calls - 1]);
    raw.reset();
    raw.body = A + body;
    expect(await failing(rawClient.stream(REQUEST, FOREVER))).toMatchObject({ text: 'a', error: { code: 'model_failed' } });
    expect(raw.calls).toBe(1);
  });

  test('an error as one JSON body with the status 200 → the reason has its beginning', async () => {
    raw.contentType = 'application/json; charset=utf-8';
    raw.body = `{"error":"model not loaded${'x'.repeat(1000)}"}`;
    const error: unknown = await rawClient.complete(REQUEST, FOREVER).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'model_failed', cause: saying('{"error":"model not loadedxxx') });
    expect((error as { cause: Error }).cause.message.length).toBeLessThan(600);
    expect(raw.calls).toBe(3);
  });
});

test('nothing of the failure is in what may be shown', async () => {
  model.when({}, { status: 400, body: { error: { message: 'key sk-123 at db-host' } } });
  const { error } = await failing(client.stream(REQUEST, FOREVER));
  expect(JSON.stringify((error as { details: unknown }).details)).toBe('{}');
});
