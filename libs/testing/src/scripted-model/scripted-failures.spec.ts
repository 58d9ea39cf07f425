import { ScriptedModel } from './scripted-model.js';
import { contentsOf, postCompletion } from './test/post-completion.js';

const model = new ScriptedModel();
beforeAll(() => model.listen());
afterAll(() => model.close());
afterEach(() => model.reset());

const HI = { model: 'm', messages: [{ role: 'user', content: 'hi' }] };
const STREAM = { ...HI, stream: true };
const post = (body: unknown) => postCompletion(model.url, body);

test('status, headers and body → that HTTP answer', async () => {
  model.when({}, { status: 429, headers: { 'retry-after': '2' }, body: { error: { message: 'slow down' } } });
  const got = await post(STREAM);
  expect([got.status, got.headers['retry-after'], got.text]).toEqual([429, '2', '{"error":{"message":"slow down"}}']);
});

test('status alone → an error in the shape of OpenAI', async () => {
  model.when({}, { status: 500 });
  expect(JSON.parse((await post(HI)).text)).toHaveProperty('error.message');
});

test.each([0, 2])('reset_after %i → so many tokens, then ECONNRESET', async (reset_after) => {
  model.when({}, { count: 5, reset_after });
  const got = await post(STREAM);
  expect(contentsOf(got.text)).toHaveLength(reset_after);
  expect(got.error).toBe('ECONNRESET');
  const call = await model.nthCall(1);
  expect([call.tokensSent, typeof call.finishedAt, call.abortedAt]).toEqual([reset_after, 'number', undefined]);
});

test('fin_after 2 → two tokens, then the connection ends in the middle of the body', async () => {
  model.when({}, { count: 5, fin_after: 2 });
  const got = await post(STREAM);
  expect(contentsOf(got.text)).toEqual(['t1 ', 't2 ']);
  expect(got.text).not.toContain('[DONE]');
  expect(got.error).toBe('ECONNRESET'); // Node's word for a body that ended early
  expect((await model.nthCall(1)).abortedAt).toBeUndefined();
});

test.each([
  ['hang', { hang: true }, undefined],
  ['hang_after 1', { count: 3, hang_after: 1 }, 1],
])('%s → silence until the client leaves, which the call tells', async (_, reply, tokens) => {
  model.when({}, reply);
  const left = new AbortController();
  const answer = fetch(`${model.url}/chat/completions`, { method: 'POST', body: JSON.stringify(STREAM), signal: left.signal });
  const call = await model.nthCall(1);
  if (tokens === undefined) {
    expect(call.firstByteAt).toBeUndefined();
  } else {
    const reader = (await answer).body!.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    while (!text.includes('t1 ')) text += (await reader.read()).value ?? '';
  }
  left.abort();
  await expect(answer.then((res) => res.text())).rejects.toThrow();
  await call.ended;
  expect([call.tokensSent, typeof call.abortedAt, call.finishedAt]).toEqual([tokens ?? 0, 'number', undefined]);
});

test('the client leaves during the pause between tokens → no more are counted', async () => {
  model.when({}, { count: 100, pace_ms: 10_000 });
  const left = new AbortController();
  const res = await fetch(`${model.url}/chat/completions`, { method: 'POST', body: JSON.stringify(STREAM), signal: left.signal });
  const call = await model.nthCall(1);
  left.abort();
  await call.ended;
  await expect(res.text()).rejects.toThrow();
  expect(call.tokensSent).toBe(1);
  expect(call.abortedAt).toBeDefined();
});

test('a body that is no JSON → 400, and no call is recorded', async () => {
  expect((await post('{"messages":')).status).toBe(400);
  expect(model.requests).toHaveLength(0);
});

test('close with a hanging reply → it cuts it, and the port is free again', async () => {
  const own = new ScriptedModel();
  const url = await own.listen();
  own.when({}, { hang: true });
  const answer = fetch(`${url}/chat/completions`, { method: 'POST', body: JSON.stringify(HI) });
  const cut = expect(answer).rejects.toThrow();
  await own.nthCall(1);
  await own.close();
  await cut;
  const again = new ScriptedModel();
  await again.listen(Number(new URL(url).port));
  await again.close();
});
