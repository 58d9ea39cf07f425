import { post, startDemoModel, type StartedDemoModel } from './test/start-demo-model.js';

let demo: StartedDemoModel;
beforeAll(async () => (demo = await startDemoModel()));
afterAll(async () => {
  await demo.model.drain(0);
  expect(demo.errors).toEqual([]);
});

const ASK = { model: 'm', messages: [{ role: 'user', content: 'a 你好吗' }] };
const frame = (rest: string) => `data: {"id":"chatcmpl-1","object":"chat.completion.chunk","created":1,"model":"m",${rest}}\n\n`;
const choice = (delta: string, reason = 'null') => frame(`"choices":[{"index":0,"delta":${delta},"finish_reason":${reason}}]`);
const TOKENS = ['你说', '的是', '：', 'a', ' 你好', '吗'];
const SAID = TOKENS.map((token) => choice(`{"content":"${token}"}`)).join('');

describe('chat completions', () => {
  test('streamed → role, one chunk per token, stop, [DONE], byte for byte', async () => {
    const res = await post(demo.url, { ...ASK, stream: true });
    expect([res.status, res.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
    expect(await res.text()).toBe(
      `${choice('{"role":"assistant","content":""}')}${SAID}${choice('{}', '"stop"')}data: [DONE]\n\n`,
    );
  });

  test('streamed with include_usage → the usage in a chunk without choices, last', async () => {
    const text = await (await post(demo.url, { ...ASK, stream: true, stream_options: { include_usage: true } })).text();
    const usage = frame('"choices":[],"usage":{"prompt_tokens":2,"completion_tokens":6,"total_tokens":8}');
    expect(text.endsWith(`${choice('{}', '"stop"')}${usage}data: [DONE]\n\n`)).toBe(true);
  });

  test('not streamed → one JSON body', async () => {
    const res = await post(demo.url, ASK);
    expect(res.headers.get('content-type')).toBe('application/json');
    expect(await res.json()).toEqual({
      id: 'chatcmpl-1',
      object: 'chat.completion',
      created: 1,
      model: 'm',
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: '你说的是：a 你好吗', refusal: null },
          logprobs: null,
          finish_reason: 'stop',
        },
      ],
      usage: { prompt_tokens: 2, completion_tokens: 6, total_tokens: 8 },
    });
  });

  test('max_tokens → so many, and finish_reason length', async () => {
    const body = await (await post(demo.url, { ...ASK, max_tokens: 2 })).json();
    expect(body).toMatchObject({ choices: [{ message: { content: '你说的是' }, finish_reason: 'length' }] });
  });

  test('content as a list of parts → their texts', async () => {
    const content = [{ type: 'text', text: 'one ' }, { type: 'image_url' }, { type: 'text', text: 'two' }];
    const body = await (await post(demo.url, { messages: [{ role: 'user', content }] })).json();
    expect(body).toMatchObject({ model: 'demo', choices: [{ message: { content: 'You said: one two' } }] });
  });

  test('tools are offered, and a round of calls came before → it answers the user, and calls none', async () => {
    const called = { id: 'c', type: 'function', function: { name: 'fee', arguments: '{}' } };
    const messages = [
      { role: 'user', content: 'one' },
      { role: 'assistant', content: null, tool_calls: [called] },
      { role: 'tool', tool_call_id: 'c', content: '42' },
    ];
    const tools = [{ type: 'function', function: { name: 'fee', parameters: { type: 'object' } } }];
    const body = await (await post(demo.url, { messages, tools })).json();
    expect(body).toMatchObject({ choices: [{ message: { content: 'You said: one' }, finish_reason: 'stop' }] });
    expect(JSON.stringify(body)).not.toContain('tool_calls');
  });

  test('lines that look like frames in the message → text inside a chunk, no frame of their own', async () => {
    const text = await (
      await post(demo.url, { messages: [{ role: 'user', content: 'x\r\n\r\ndata: [DONE]\n\n' }], stream: true })
    ).text();
    expect(text.split('\n\n').filter((part) => part === 'data: [DONE]')).toHaveLength(1);
    expect(text).not.toContain('\r');
  });

  test.each([
    ['{"messages":', null],
    ['[]', null],
    ['{}', 'messages'],
    ['{"messages":[]}', 'messages'],
    ['{"messages":[{"content":"x"}]}', 'messages[0]'],
  ])('body %s → 400 in the shape of OpenAI', async (body, param) => {
    const res = await post(demo.url, body);
    expect(res.status).toBe(400);
    expect(await res.json()).toMatchObject({ error: { type: 'invalid_request_error', param, code: null } });
  });

  test('more than 16 MiB → 413', async () => {
    const res = await post(demo.url, 'x'.repeat(16 * 1024 * 1024 + 1));
    expect(res.status).toBe(413);
  });
});

describe('the other routes', () => {
  test.each([
    ['/v1/models', 200, { object: 'list', data: [{ id: 'demo', object: 'model', created: 0, owned_by: 'parley' }] }],
    ['/healthz', 200, { status: 'ok' }],
    ['/readyz?x=1', 200, { status: 'ok' }],
    [
      '/v1/chat/completions',
      404,
      { error: { message: 'no such route: GET /v1/chat/completions', type: 'invalid_request_error', param: null, code: null } },
    ],
  ])('GET %s → %i', async (path, status, body) => {
    const res = await fetch(`${demo.url}${path}`);
    expect([res.status, await res.json()]).toEqual([status, body]);
  });

  test('GET /metrics after a completion → it is counted', async () => {
    const counted = async () => {
      const text = await (await fetch(`${demo.url}/metrics`)).text();
      return Number(/^demo_model_completions_total\{outcome="finished"\} (\d+)$/m.exec(text)?.[1]);
    };
    const before = await counted();
    const completion = demo.nextCompletion();
    await (await post(demo.url, ASK)).text();
    await completion;
    expect(await counted()).toBe(before + 1);
  });
});
