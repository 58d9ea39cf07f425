import 'reflect-metadata';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { ScriptedModel } from '@parley/testing';
import { ModelClient } from './model-client.js';
import type { ModelDelta, ModelRequest } from './model-request.js';

const REQUEST: ModelRequest = {
  settings: { name: 'demo', temperature: 0.2, max_tokens: 99 },
  messages: [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'hello' },
  ],
};
const FOREVER = new AbortController().signal;

const model = new ScriptedModel();
let client: ModelClient;
/** How long the client wanted to wait before it tried again. */
let pauses: number[] = [];
const pause = (ms: number) => Promise.resolve(pauses.push(ms));
const servers: Server[] = [];

beforeAll(async () => {
  client = new ModelClient({ baseURL: await model.listen(), apiKey: 'secret', pause });
});
afterEach(() => {
  model.reset();
  pauses = [];
});
afterAll(async () => {
  await model.close();
  for (const server of servers) server.close().closeAllConnections();
});

async function collect(deltas: AsyncIterable<ModelDelta>): Promise<ModelDelta[]> {
  const all: ModelDelta[] = [];
  for await (const delta of deltas) all.push(delta);
  return all;
}

/** All that came before the failure, and the failure. */
async function failing(deltas: AsyncIterable<ModelDelta>): Promise<{ text: string; error: unknown }> {
  let text = '';
  try {
    for await (const delta of deltas) text += delta.text ?? '';
  } catch (error) {
    return { text, error };
  }
  throw new Error(`nothing failed; the text was ${text}`);
}

/** A server that answers every request with these bytes and counts them. */
async function rawServer(body: string): Promise<{ client: ModelClient; calls: () => number }> {
  let calls = 0;
  const server = createServer((_req, res) => {
    calls++;
    res.writeHead(200, { 'content-type': 'text/event-stream' }).end(body);
  }).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { client: new ModelClient({ baseURL: `http://127.0.0.1:${port}/v1`, apiKey: '', pause }), calls: () => calls };
}

const chunk = (delta: object, finish: string | null = null) =>
  `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;

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
      { finish: 'stop', usage: expect.objectContaining({ total_tokens: expect.any(Number) as number }) as object },
    ]);
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

test.each([['reasoning_content'], ['reasoning']])('thoughts in %s → thinking', async (member) => {
  const { client: other } = await rawServer(chunk({ [member]: 'hm' }) + chunk({ content: 'x' }, 'stop'));
  expect((await collect(other.stream(REQUEST, FOREVER)))[0]).toEqual({ thinking: 'hm' });
});

describe('an answer that is not whole is model_failed', () => {
  test.each([
    ['ends without a finish_reason', { tokens: ['a', 'b'], finish_reason: null }, 'ab', 'without a finish_reason'],
    ['is cut short by its limit', { tokens: ['a', 'b'], finish_reason: 'length' }, 'ab', 'length'],
    ['is filtered', { tokens: ['a'], finish_reason: 'content_filter' }, 'a', 'content_filter'],
    ['is empty', { tokens: [] }, '', 'empty'],
    ['holds thoughts only', { reasoning: ['hm'], tokens: [] }, '', 'empty'],
    ['is reset after text', { count: 9, reset_after: 3 }, 't1 t2 t3 ', ''],
    ['ends its connection after text', { count: 9, fin_after: 3 }, 't1 t2 t3 ', ''],
  ])('it %s → what came, then the failure, not tried again', async (_what, reply, text, reason) => {
    model.when({}, reply);
    const failure = await failing(client.stream(REQUEST, FOREVER));
    expect(failure).toMatchObject({
      text,
      error: { code: 'model_failed', cause: { message: expect.stringContaining(reason) as string } },
    });
    expect(model.requests).toHaveLength(1);
  });

  test('nobody listens → model_failed', async () => {
    const nobody = new ModelClient({ baseURL: 'http://127.0.0.1:1/v1', apiKey: '', pause });
    await expect(nobody.complete(REQUEST, FOREVER)).rejects.toMatchObject({ code: 'model_failed' });
  });

  test('an error inside the stream → model_failed with its reason', async () => {
    const { client: other } = await rawServer(`${chunk({ content: 'a' })}data: {"error":{"message":"overloaded"}}\n\n`);
    const { text, error } = await failing(other.stream(REQUEST, FOREVER));
    expect([text, error]).toEqual(['a', expect.objectContaining({ code: 'model_failed' })]);
    expect(String((error as Error).cause)).toContain('overloaded');
  });

  test('broken JSON inside the stream → model_failed', async () => {
    const { client: other } = await rawServer(`${chunk({ content: 'a' })}data: {"choi\n\n`);
    expect(await failing(other.stream(REQUEST, FOREVER))).toMatchObject({ text: 'a', error: { code: 'model_failed' } });
  });

  test('nothing of the failure is in what may be shown', async () => {
    model.when({}, { status: 400, body: { error: { message: 'key sk-123 at db-host' } } });
    const { error } = await failing(client.stream(REQUEST, FOREVER));
    expect(JSON.stringify((error as { details: unknown }).details)).toBe('{}');
  });
});

describe('what may pass is tried again before anything was handed out', () => {
  test.each([
    ['429', { status: 429 }],
    ['500', { status: 500 }],
    ['502', { status: 502 }],
    ['503', { status: 503 }],
    ['a reset', { count: 3, reset_after: 0 }],
    ['an end', { count: 3, fin_after: 0 }],
  ])('%s once → the second answer', async (_what, reply) => {
    model.when({}, { text: 'fine' });
    model.when({}, reply, 1);
    expect((await collect(client.stream(REQUEST, FOREVER)))[0]).toEqual({ text: 'fine' });
    expect(model.requests).toHaveLength(2);
  });

  test('always → three calls in all, then model_failed', async () => {
    model.when({}, { status: 503 });
    await expect(client.complete(REQUEST, FOREVER)).rejects.toMatchObject({ code: 'model_failed', cause: { status: 503 } });
    expect(model.requests).toHaveLength(3);
    expect(pauses).toHaveLength(2);
  });

  test.each([[400], [401], [404], [422]])('status %i → no second call', async (status) => {
    model.when({}, { status });
    await expect(client.complete(REQUEST, FOREVER)).rejects.toMatchObject({ code: 'model_failed', cause: { status } });
    expect(model.requests).toHaveLength(1);
  });

  test('Retry-After → waited for', async () => {
    model.when({}, { text: 'fine' });
    model.when({}, { status: 429, headers: { 'retry-after': '7' } }, 1);
    await client.complete(REQUEST, FOREVER);
    expect(pauses).toEqual([7000]);
  });

  test('a Retry-After longer than a person waits → model_failed at once', async () => {
    model.when({}, { status: 429, headers: { 'retry-after': '3600' } });
    await expect(client.complete(REQUEST, FOREVER)).rejects.toMatchObject({ code: 'model_failed' });
    expect(model.requests).toHaveLength(1);
  });

  test('a whole answer that breaks in its middle → nobody saw it, so it is tried again', async () => {
    model.when({}, { text: 'fine' });
    model.when({}, { count: 9, reset_after: 3 }, 1);
    expect((await client.complete(REQUEST, FOREVER)).text).toBe('fine');
  });
});
