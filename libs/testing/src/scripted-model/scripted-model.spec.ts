import { ScriptedModel } from './scripted-model.js';
import { contentsOf, postCompletion } from './test/post-completion.js';

const model = new ScriptedModel();
beforeAll(() => model.listen());
afterAll(() => model.close());
afterEach(() => model.reset());

const HI = { model: 'm', messages: [{ role: 'user', content: 'hi' }] };
const STREAM = { ...HI, stream: true };
const post = (body: unknown) => postCompletion(model.url, body);

const frame = (delta: string, reason = 'null') =>
  `data: {"id":"chatcmpl-scripted","created":1,"object":"chat.completion.chunk","model":"m","choices":[{"index":0,"delta":${delta},"finish_reason":${reason}}]}\n\n`;
const ROLE = frame('{"role":"assistant","content":""}');
const STOP = frame('{}', '"stop"');

describe('what is said', () => {
  test('a streamed text → role, one delta per word, stop, [DONE], byte for byte', async () => {
    model.when({}, { text: 'a  b' });
    const got = await post(STREAM);
    expect(got.headers['content-type']).toBe('text/event-stream');
    expect(got.text).toBe(`${ROLE}${frame('{"content":"a"}')}${frame('{"content":"  b"}')}${STOP}data: [DONE]\n\n`);
  });

  test('usage is asked for → one chunk without choices before [DONE]', async () => {
    model.when({}, { tokens: ['x', 'y'] });
    const got = await post({ ...STREAM, stream_options: { include_usage: true } });
    expect(got.text.split('\n\n').at(-3)).toBe(
      'data: {"id":"chatcmpl-scripted","created":1,"object":"chat.completion.chunk","model":"m","choices":[],"usage":{"prompt_tokens":7,"completion_tokens":2,"total_tokens":9}}',
    );
  });

  test('no stream → one JSON body with the whole text and the usage', async () => {
    model.when({}, { count: 3, reasoning: ['hm', 'm'] });
    expect(JSON.parse((await post(HI)).text)).toEqual({
      id: 'chatcmpl-scripted',
      created: 1,
      object: 'chat.completion',
      model: 'm',
      choices: [
        { index: 0, message: { role: 'assistant', content: 't1 t2 t3 ', reasoning_content: 'hmm' }, finish_reason: 'stop' },
      ],
      usage: { prompt_tokens: 7, completion_tokens: 3, total_tokens: 10 },
    });
  });

  test('reasoning and tool calls → their own deltas before the text, finish_reason tool_calls', async () => {
    model.when({}, { reasoning: ['why'], tool_calls: [{ name: 'look', arguments: { at: 1 } }] });
    const call =
      '{"tool_calls":[{"index":0,"id":"call_1_1","type":"function","function":{"name":"look","arguments":"{\\"at\\":1}"}}]}';
    expect((await post(STREAM)).text).toBe(
      `${ROLE}${frame('{"reasoning_content":"why"}')}${frame(call)}${frame('{}', '"tool_calls"')}data: [DONE]\n\n`,
    );
  });

  test.each([
    ['length', frame('{}', '"length"')],
    [null, ''],
  ])('finish_reason %j → as scripted', async (finish_reason, expected) => {
    model.when({}, { tokens: ['x'], finish_reason });
    expect((await post(STREAM)).text).toBe(`${ROLE}${frame('{"content":"x"}')}${expected}data: [DONE]\n\n`);
  });

  test('tokens as an async iterable → each is sent when the test lets it come', async () => {
    let release = () => {};
    const gate = new Promise<void>((resolve) => (release = resolve));
    async function* tokens() {
      yield 'one';
      await gate;
      yield 'two';
    }
    model.when({}, { tokens: tokens() });
    const answer = post(STREAM);
    const call = await model.nthCall(1);
    expect(call.tokensSent).toBeLessThan(2);
    release();
    expect(contentsOf((await answer).text)).toEqual(['one', 'two']);
    expect(call.tokensSent).toBe(2);
  });

  test('split_bytes 1 → every byte is a piece of its own, also inside 🙂, and the text is whole', async () => {
    model.when({}, { tokens: ['号🙂'], split_bytes: 1 });
    const got = await post(STREAM);
    expect(contentsOf(got.text)).toEqual(['号🙂']);
    expect(got.pieces.length).toBeGreaterThan(got.text.length / 2);
  });

  test('first_ms and pace_ms → the first byte and the tokens take their time', async () => {
    model.when({}, { count: 4, first_ms: 30, pace_ms: 20 });
    await post(STREAM);
    const call = await model.nthCall(1);
    expect((call.firstByteAt ?? 0) - call.at).toBeGreaterThan(28);
    expect((call.finishedAt ?? 0) - (call.firstByteAt ?? 0)).toBeGreaterThan(75);
  });
});

describe('which rule answers', () => {
  const ask = async (system: string, user: string, json = false) => {
    const messages = [
      { role: 'system', content: system },
      { role: 'user', content: [{ type: 'text', text: user }] },
    ];
    const got = await post({ messages, ...(json && { response_format: { type: 'json_object' } }) });
    return (JSON.parse(got.text) as { choices: [{ message: { content: string } }] }).choices[0].message.content;
  };

  test('no rule → echo of the last user message, or a result that goes on where JSON is wanted', async () => {
    expect(await ask('s', 'hi')).toBe('echo: hi');
    expect(await ask('s', 'hi', true)).toBe('{"control":{"action":"continue"}}');
  });

  test('rules on system, user and json → the latest that fits in all it names', async () => {
    model.when({}, { text: 'any' });
    model.when({ system_includes: 'judge', last_user_includes: 'fee' }, { text: 'both' });
    model.when({ json: true }, { json: { a: 1 } });
    expect(await ask('a judge', 'the fee?')).toBe('both');
    expect(await ask('a judge', 'hello')).toBe('any');
    expect(await ask('a judge', 'the fee?', true)).toBe('{"a":1}');
  });

  test('a rule for one time → the next request gets the rule below', async () => {
    model.when({}, { text: 'then' });
    const once = model.when({}, { text: 'first' }, 1);
    expect([await ask('', 'x'), await ask('', 'x')]).toEqual(['first', 'then']);
    expect(once.used).toBe(1);
  });

  test('a function as reply → it sees the request', async () => {
    model.when({}, (view) => ({ text: `${view.system}|${view.lastUser}` }));
    expect(await ask('S', 'U')).toBe('S|U');
  });
});

describe('what is remembered', () => {
  test('each call → its view, body and headers, in order', async () => {
    await post(HI);
    await post({ ...HI, messages: [{ role: 'user', content: 'two' }] });
    expect(model.calls({ last_user_includes: 'two' })).toHaveLength(1);
    expect(model.requests.map(({ n, view }) => [n, view.lastUser])).toEqual([
      [1, 'hi'],
      [2, 'two'],
    ]);
    expect(model.requests[0]).toMatchObject({ body: HI, headers: { connection: 'close' }, view: { stream: false, json: false } });
  });

  test('nthCall before the call comes → it waits', async () => {
    const second = model.nthCall(2, { last_user_includes: 'hi' });
    await post(HI);
    await post(HI);
    expect((await second).n).toBe(2);
  });

  test('nthCall and no such call → it says what it waited for and what came', async () => {
    await post(HI);
    await expect(model.nthCall(1, { last_user_includes: 'no' }, 20)).rejects.toThrow(
      'model call 1 with {"last_user_includes":"no"} did not come within 20 ms; 0 of 1 calls fitted',
    );
  });

  test('reset → rules and calls are forgotten', async () => {
    model.when({}, { status: 500 });
    await post(HI);
    model.reset();
    expect((await post(HI)).status).toBe(200);
    expect(model.requests.map(({ n }) => n)).toEqual([1]);
  });
});
