import { request } from 'node:http';
import { post, startDemoModel, type StartedDemoModel } from './test/start-demo-model.js';

const stream = (words: number) => ({ messages: [{ role: 'user', content: 'a '.repeat(words) }], stream: true });
const started: StartedDemoModel[] = [];
const start = async (paceMs: number) => {
  const demo = await startDemoModel(paceMs);
  started.push(demo);
  return demo;
};
afterEach(async () => {
  for (const demo of started.splice(0)) {
    await demo.model.drain(0);
    expect(demo.errors).toEqual([]);
  }
});

test('a pace → that long before each token', async () => {
  const demo = await start(10);
  const startedAt = performance.now();
  await (await post(demo.url, stream(8))).text(); // and "You", "said:"
  expect(performance.now() - startedAt).toBeGreaterThan(90);
});

test('JSON is asked for → no pace, as nobody reads it while it comes', async () => {
  const demo = await start(60_000);
  const res = await post(demo.url, { ...stream(1), response_format: { type: 'json_object' } });
  expect(await res.text()).toContain('[DONE]');
});

test('the client leaves between two tokens → the work stops there', async () => {
  const demo = await start(60_000);
  const left = new AbortController();
  const completion = demo.nextCompletion();
  const res = await post(demo.url, stream(100), left.signal);
  left.abort();
  expect(await completion).toMatchObject({ outcome: 'aborted', tokens: 0 });
  await expect(res.text()).rejects.toThrow();
});

test('without a pace the client leaves during a long answer → it stops as well', async () => {
  const demo = await start(0);
  const left = new AbortController();
  const completion = demo.nextCompletion();
  const res = await post(demo.url, stream(200), left.signal); // 202 tokens
  await res.body?.getReader().read();
  left.abort();
  const { outcome, tokens } = await completion;
  expect(outcome).toBe('aborted');
  expect(tokens).toBeLessThan(202);
});

test('the client leaves while it still sends → no answer, no error', async () => {
  const demo = await start(0);
  const completion = demo.nextCompletion();
  const req = request(`${demo.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-length': 100, expect: '100-continue' },
  });
  req.on('error', () => undefined);
  req.on('continue', () => req.write('{"messages"', () => req.destroy()));
  req.flushHeaders();
  expect((await completion).outcome).toBe('aborted');
});

describe('drain', () => {
  test('an answer is under way → it ends whole, then the server is closed', async () => {
    const demo = await start(5);
    const res = await post(demo.url, stream(10));
    const drained = demo.model.drain(10_000);
    expect(await res.text()).toContain('data: [DONE]');
    await drained;
    await expect(fetch(`${demo.url}/healthz`)).rejects.toThrow();
  });

  test('an answer outlasts the timeout → it is cut off', async () => {
    const demo = await start(60_000);
    const res = await post(demo.url, stream(10));
    await demo.model.drain(1);
    await expect(res.text()).rejects.toThrow();
  });
});
