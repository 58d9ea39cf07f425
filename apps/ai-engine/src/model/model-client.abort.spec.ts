import 'reflect-metadata';
import { once } from 'node:events';
import { ScriptedModel } from '@parley/testing';
import { ModelClient } from './model-client.js';
import type { ModelDelta, ModelRequest } from './model-request.js';
import { RawModel } from './test/raw-model.js';

const REQUEST: ModelRequest = { settings: { name: 'demo' }, messages: [{ role: 'user', content: 'hello' }] };
const model = new ScriptedModel();
let client: ModelClient;

beforeAll(async () => {
  client = new ModelClient({ baseURL: await model.listen(), apiKey: '' });
});
afterEach(() => model.reset());
afterAll(() => model.close());

const stop = new Error('the turn was pre-empted');

test('between two tokens → the reason is thrown, the connection is closed at once', async () => {
  model.when({}, { count: 3, hang_after: 2 });
  const turn = new AbortController();
  const read: ModelDelta[] = [];
  const reading = (async () => {
    for await (const delta of client.stream(REQUEST, turn.signal)) {
      read.push(delta);
      if (read.length === 2) setImmediate(() => turn.abort(stop));
    }
  })();
  await expect(reading).rejects.toBe(stop);
  expect(read).toEqual([{ text: 't1 ' }, { text: 't2 ' }]);
  await model.requests[0]!.ended;
  expect(model.requests[0]!.abortedAt).toBeDefined();
});

test('while the consumer is busy with a token → the connection is closed before it asks for the next', async () => {
  model.when({}, { count: 3, hang_after: 1 });
  const turn = new AbortController();
  const deltas = client.stream(REQUEST, turn.signal);
  expect((await deltas.next()).value).toEqual({ text: 't1 ' });
  turn.abort(stop);
  await model.requests[0]!.ended;
  expect(model.requests[0]!.abortedAt).toBeDefined();
  await expect(deltas.next()).rejects.toBe(stop);
});

test('before the first byte → the same', async () => {
  model.when({}, { hang: true });
  const turn = new AbortController();
  const answer = client.complete(REQUEST, turn.signal);
  const call = await model.nthCall(1);
  turn.abort(stop);
  await expect(answer).rejects.toBe(stop);
  await call.ended;
  expect(call.abortedAt).toBeDefined();
});

test('while it waits before trying again → no further call', async () => {
  model.when({}, { status: 503, headers: { 'retry-after': '9' } });
  const turn = new AbortController();
  const answer = client.complete(REQUEST, turn.signal);
  await (
    await model.nthCall(1)
  ).ended;
  turn.abort(stop);
  await expect(answer).rejects.toBe(stop);
  expect(model.requests).toHaveLength(1);
});

test('already aborted → no call at all', async () => {
  await expect(client.complete(REQUEST, AbortSignal.abort(stop))).rejects.toBe(stop);
  expect(model.requests).toHaveLength(0);
});

test('the consumer stops reading → the connection is closed', async () => {
  model.when({}, { count: 3, hang_after: 1 });
  for await (const delta of client.stream(REQUEST, new AbortController().signal)) if (delta.text) break;
  await model.requests[0]!.ended;
  expect(model.requests[0]!.abortedAt).toBeDefined();
});

test('in the middle of one JSON body that was to be a stream → the reason is thrown, the connection is closed', async () => {
  const raw = new RawModel();
  Object.assign(raw, { contentType: 'application/json', body: '{"choices":', ends: false });
  const turn = new AbortController();
  const impatient = new ModelClient({ baseURL: await raw.listen(), apiKey: '' });
  const [response, failure] = [raw.nextCall(), expect(impatient.complete(REQUEST, turn.signal)).rejects.toBe(stop)];
  const left = once(await response, 'close');
  turn.abort(stop);
  await failure;
  await left;
  raw.close();
});
