import 'reflect-metadata';
import { ScriptedModel } from '@parley/testing';
import type { PromptSkill } from '../agents/agent.js';
import { executePrompt } from './execute-prompt.js';
import { AGENT, skillCall } from './test/skill-call.js';

const SKILL: PromptSkill = {
  id: 'x',
  kind: 'prompt',
  prompt: 'NODE=x topic=[{{state.topic}}] {{agent.name}} {{cancelled}}',
  requires: [],
  produces: ['topic'],
  tools: [],
};
const GOOD = { state: { topic: 'loan' }, control: { action: 'continue' } };

const model = new ScriptedModel();
beforeAll(async () => void (await model.listen()));
afterEach(() => model.reset());
afterAll(() => model.close());

const call = (more = {}) => skillCall(more, model.url);

test('good JSON → the result; one call that asks for JSON, with prompt, history and message', async () => {
  model.when({ json: true }, { json: GOOD });
  const input = call({ state: { topic: 5 }, history: [{ role: 'user', content: 'before' }], cancelled: true });
  expect(await executePrompt(SKILL, input)).toEqual({ result: GOOD });
  expect(model.requests.map(({ view }) => view.messages)).toEqual([
    [
      { role: 'system', content: 'NODE=x topic=[5] A true' },
      { role: 'user', content: 'before' },
      { role: 'user', content: 'now' },
    ],
  ]);
  expect(input.emitted).toEqual([]);
  expect(input.usage.total?.total_tokens).toBeGreaterThan(0);
});

test.each([
  ['no JSON', { text: 'Here is no JSON' }, 'expected JSON and nothing else'],
  ['JSON in a code fence', { text: '```json\n{}\n```' }, 'expected JSON and nothing else'],
  ['a wrong result', { json: { control: { action: 'jump' } } }, 'control.action: expected one of'],
  [
    'a question without its text',
    { json: { control: { action: 'ask_user', review_type: 'clarify', questions: [{ field_key: 'x' }] } } },
    'control.questions[0].question',
  ],
])('%s, then good JSON → asked once more, told what was wrong', async (_what, reply, reason) => {
  model.when({}, { json: GOOD });
  model.when({}, reply, 1);
  const input = call();
  expect(await executePrompt(SKILL, input)).toEqual({ result: GOOD });
  expect(model.requests).toHaveLength(2);
  const [first, second] = model.requests.map(({ view }) => view.messages);
  expect(second!.slice(0, first!.length)).toEqual(first);
  expect(second!.at(-2)?.role).toBe('assistant');
  expect(second!.at(-1)).toEqual({ role: 'user', content: expect.stringContaining(reason) as string });
  expect(input.usage.total?.prompt_tokens).toBe(2 * 7);
});

test.each([
  [0, 1],
  [1, 2],
  [3, 4],
])('never good, output_retries %i → skill_output_invalid after %i calls', async (outputRetries, calls) => {
  model.when({}, { text: 'no' });
  await expect(executePrompt(SKILL, call({ agent: { ...AGENT, outputRetries } }))).rejects.toMatchObject({
    code: 'skill_output_invalid',
  });
  expect(model.requests).toHaveLength(calls);
});

test('a key of a prototype in the JSON → refused', async () => {
  model.when({}, { text: '{"state":{"__proto__":{"x":1}},"control":{"action":"continue"}}' });
  await expect(executePrompt(SKILL, call())).rejects.toMatchObject({ code: 'skill_output_invalid' });
});

test('the model fails → model_failed, not asked again for its output', async () => {
  model.when({}, { status: 400 });
  await expect(executePrompt(SKILL, call())).rejects.toMatchObject({ code: 'model_failed' });
  expect(model.requests).toHaveLength(1);
});

test('aborted while the model thinks → the reason of the abort', async () => {
  model.when({}, { hang: true });
  const turn = new AbortController();
  const result = executePrompt(SKILL, call({ signal: turn.signal }));
  await model.nthCall(1);
  const stop = new Error('stop');
  turn.abort(stop);
  await expect(result).rejects.toBe(stop);
});
