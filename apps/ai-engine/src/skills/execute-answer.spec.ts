import 'reflect-metadata';
import { ScriptedModel } from '@parley/testing';
import { executeAnswer } from './execute-answer.js';
import { skillCall } from './test/skill-call.js';

const model = new ScriptedModel();
beforeAll(async () => void (await model.listen()));
afterEach(() => model.reset());
afterAll(() => model.close());

const PROMPT = { kind: 'prompt', prompt: 'NODE=answer LANG={{lang}}', tools: [] } as const;

test('a prompt → text and thoughts are emitted as they come, tokens are counted', async () => {
  model.when({ system_includes: 'NODE=answer LANG=zh', json: false }, { reasoning: ['hm'], tokens: ['a', ' ', 'b'] });
  const call = skillCall({ lang: 'zh' }, model.url);
  expect(await executeAnswer(PROMPT, call)).toEqual({ result: { control: { action: 'continue' } } });
  expect(call.emitted.map(({ event, data }) => [event, 'text' in data && data.text])).toEqual([
    ['thinking', 'hm'],
    ['token', 'a'],
    ['token', ' '],
    ['token', 'b'],
  ]);
  expect(call.usage.total).toBeDefined();
});

test('the model breaks off → what came was emitted, then model_failed', async () => {
  model.when({}, { count: 9, reset_after: 2 });
  const call = skillCall({}, model.url);
  await expect(executeAnswer(PROMPT, call)).rejects.toMatchObject({ code: 'model_failed' });
  expect(call.emitted).toHaveLength(2);
});

test('emit refuses, for the run is over → its reason, and the model is cut off', async () => {
  model.when({}, { count: 9, hang_after: 1 });
  const over = new Error('the run is over');
  await expect(executeAnswer(PROMPT, skillCall({ emit: () => Promise.reject(over) }, model.url))).rejects.toBe(over);
  await model.requests[0]!.ended;
  expect(model.requests[0]!.abortedAt).toBeDefined();
});

test('a module → emits its own text', async () => {
  const call = skillCall();
  const module = {
    run: async (ctx: { emit: (event: unknown) => Promise<void> }) =>
      void (await ctx.emit({ event: 'token', data: { text: 'x' } })),
  };
  expect(await executeAnswer({ kind: 'module', module: module as never }, call)).toEqual({
    result: { control: { action: 'continue' } },
  });
  expect(call.emitted).toEqual([{ event: 'token', data: { text: 'x' } }]);
});
