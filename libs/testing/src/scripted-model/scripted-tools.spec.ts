import type { ModelReply } from './reply.js';
import { ScriptedModel } from './scripted-model.js';
import { contentsOf, postCompletion } from './test/post-completion.js';

const model = new ScriptedModel();
beforeAll(() => model.listen());
afterAll(() => model.close());
afterEach(() => model.reset());

const FEE = { name: 'fee', description: 'Works it out.', parameters: { type: 'object' } };
const OFFER = { tools: [{ type: 'function', function: FEE }] };
const USER = { role: 'user', content: 'hi' };
const CALLED = {
  role: 'assistant',
  content: null,
  tool_calls: [{ id: 'call_1_1', type: 'function', function: { name: 'fee', arguments: '{}' } }],
};
const result = (content: unknown, tool_call_id = 'call_1_1') => ({ role: 'tool', tool_call_id, content });

interface Completion {
  choices: [{ message: { content: string; tool_calls?: { id: string; function: { arguments: string } }[] } }];
}
const ask = async (body: object) => {
  const got = await postCompletion(model.url, { model: 'm', messages: [USER], ...body });
  return (JSON.parse(got.text) as Completion).choices[0].message;
};

describe('what is called', () => {
  test('two calls in each of two rounds → four ids', async () => {
    model.when({}, { tool_calls: [{ name: 'fee' }, { name: 'fee' }] });
    const ids = [await ask({}), await ask({})].flatMap(({ tool_calls }) => tool_calls?.map(({ id }) => id));
    expect(ids).toEqual(['call_1_1', 'call_1_2', 'call_2_1', 'call_2_2']);
  });

  test.each<[string, ModelReply, string]>([
    ['arguments', { tool_calls: [{ name: 'fee', arguments: { a: 1 } }] }, '{"a":1}'],
    ['none', { tool_calls: [{ name: 'fee' }] }, '{}'],
    ['arguments_text', { tool_calls: [{ name: 'fee', arguments_text: '{"a":' }] }, '{"a":'],
  ])('%s → as scripted', async (_what, reply, expected) => {
    model.when({}, reply);
    expect((await ask({})).tool_calls?.[0]?.function.arguments).toBe(expected);
  });
});

describe('which rule answers', () => {
  test('offers_tools → only requests that offer some, or only those that do not', async () => {
    model.when({ offers_tools: true }, { text: 'with' });
    model.when({ offers_tools: false }, { text: 'without' });
    const said = [await ask(OFFER), await ask({}), await ask({ tools: [] })].map(({ content }) => content);
    expect(said).toEqual(['with', 'without', 'without']);
  });

  test('last_tool_includes → only where the last of the results has it', async () => {
    model.when({}, { text: 'first' });
    model.when({ last_tool_includes: '' }, { text: 'some result' });
    model.when({ last_tool_includes: '42' }, { text: 'that result' });
    const round = (...contents: unknown[]) => ask({ messages: [USER, CALLED, ...contents.map((content) => result(content))] });
    const said = [await ask({}), await round('7'), await round('42', '7'), await round('7', '{"fee":42}')];
    expect(said.map(({ content }) => content)).toEqual(['first', 'some result', 'some result', 'that result']);
  });
});

test('the view → the tools that are offered, and the results with their tools', async () => {
  await ask({ ...OFFER, messages: [USER, CALLED, result([{ type: 'text', text: '42' }]), result('x', 'other')] });
  expect(model.requests[0]?.view).toMatchObject({
    lastUser: 'hi',
    tools: [FEE],
    toolResults: [
      { callId: 'call_1_1', name: 'fee', content: '42' },
      { callId: 'other', name: undefined, content: 'x' },
    ],
  });
  expect(model.calls({ last_tool_includes: 'x', offers_tools: true })).toHaveLength(1);
});

describe('answers that are no proper stream', () => {
  const stream = () => postCompletion(model.url, { model: 'm', messages: [USER], stream: true });

  test('one_body → a whole completion as JSON', async () => {
    model.when({}, { text: 'all of it', one_body: true });
    const got = await stream();
    expect(got.headers['content-type']).toBe('application/json');
    expect((JSON.parse(got.text) as Completion).choices[0].message.content).toBe('all of it');
  });

  test.each([
    [undefined, '{"error":{"message":"scripted failure","type":"scripted","param":null,"code":null}}'],
    [{ error: { message: 'overloaded' } }, '{"error":{"message":"overloaded"}}'],
  ])('error_after 1 with body %j → one token, the error, the end of the body', async (body, said) => {
    model.when({}, { count: 3, error_after: 1, body });
    const got = await stream();
    expect(contentsOf(got.text)).toEqual(['t1 ']);
    expect(got.text.endsWith(`\n\ndata: ${said}\n\n`)).toBe(true);
    expect(got.error).toBeUndefined();
    expect((await model.nthCall(1)).abortedAt).toBeUndefined();
  });
});
