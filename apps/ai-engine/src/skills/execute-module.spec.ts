import 'reflect-metadata';
import type { SkillContext, SkillModule, SkillResult } from '@parley/contracts';
import { ScriptedModel } from '@parley/testing';
import { executeAnswerModule, executeModule } from './execute-module.js';
import type { SkillCall } from './skill-call.js';
import { skillCall } from './test/skill-call.js';

const GO: SkillResult = { control: { action: 'continue' } };
const skill = (run: (ctx: SkillContext) => unknown): SkillModule => ({ run: run as SkillModule['run'] });
const model = new ScriptedModel();
beforeAll(async () => void (await model.listen()));
afterEach(() => model.reset());
afterAll(() => model.close());
const run = (body: (ctx: SkillContext) => unknown, more: Partial<SkillCall> = {}) =>
  executeModule(skill(body), skillCall(more, model.url));

test('its context → all that the contract names', async () => {
  const call = skillCall({
    state: { a: 1 },
    answers: { pin: 'x' },
    cancelled: true,
    history: [{ role: 'user', content: 'before' }],
  });
  const seen = await new Promise<SkillContext>(
    (resolve) =>
      void executeModule(
        skill((ctx) => (resolve(ctx), GO)),
        call,
      ),
  );
  const { state, message, history, answers, cancelled, stepId, lang, user } = seen;
  expect({ state, message, history, answers, cancelled, stepId, lang, user }).toEqual({
    state: { a: 1 },
    message: 'now',
    history: [{ role: 'user', content: 'before' }],
    answers: { pin: 'x' },
    cancelled: true,
    stepId: 'thread/1/x/1',
    lang: 'en',
    user: { id: 'u', tenant_id: 't' },
  });
  expect([seen.signal, seen.log]).toEqual([call.signal, call.log]);
});

test('a result → checked and returned; also one that was not promised', async () => {
  expect(await run(() => ({ state: { x: 1 }, ...GO }))).toEqual({ state: { x: 1 }, ...GO });
  await expect(run(async () => ({ control: { action: 'jump' } }))).rejects.toMatchObject({ code: 'skill_output_invalid' });
  await expect(run(async () => undefined)).rejects.toMatchObject({ code: 'skill_output_invalid' });
});

test('what it emits → on its way in order', async () => {
  const call = skillCall();
  await executeModule(
    skill(async (ctx) => {
      await ctx.emit({ event: 'token', data: { text: 'a ' } });
      await ctx.emit({ event: 'thinking', data: { text: 'hm' } });
      return GO;
    }),
    call,
  );
  expect(call.emitted).toEqual([
    { event: 'token', data: { text: 'a ' } },
    { event: 'thinking', data: { text: 'hm' } },
  ]);
});

test.each([
  [{ event: 'card', data: {} }],
  [{ event: 'token', data: {} }],
  [null],
  ['x'],
  [{ event: 'token', data: { text: 5 } }],
])('emitting %j → refused, the skill fails', async (event) => {
  const call = skillCall();
  await expect(
    executeModule(
      skill((ctx) => ctx.emit(event as never)),
      call,
    ),
  ).rejects.toMatchObject({ code: 'skill_failed' });
  expect(call.emitted).toEqual([]);
});

test('changing the state it got → fails at once, and the graph still has its own', async () => {
  const state = { list: [2, 1], a: { b: 1 } };
  await expect(run((ctx) => ((ctx.state.list as number[]).sort(), GO), { state })).rejects.toMatchObject({
    code: 'skill_failed',
  });
  expect(state).toEqual({ list: [2, 1], a: { b: 1 } });
});

test('returning a part of the state it got → a copy that can be changed', async () => {
  const { state } = await run((ctx) => ({ state: { copy: ctx.state.a }, ...GO }), { state: { a: { b: 1 } } });
  expect(Object.isFrozen(state!.copy)).toBe(false);
});

describe('it throws', () => {
  const secret = new Error('pg://user:pw@db secret');
  test.each([
    ['an Error', secret],
    ['a string', 'pg://user:pw@db secret'],
    ['undefined', undefined],
    ['null', null],
  ])('%s → skill_failed, with it as the cause and nothing of it to show', async (_what, thrown) => {
    const failure = run(() => {
      throw thrown as Error;
    });
    await expect(failure).rejects.toMatchObject({ code: 'skill_failed', details: {} });
    await expect(failure).rejects.toHaveProperty('cause', thrown);
    await expect(failure).rejects.not.toThrow('secret');
  });

  test('what its model threw → model_failed passes', async () => {
    model.when({}, { status: 400 });
    await expect(run((ctx) => ctx.model.complete([{ role: 'user', content: 'x' }]))).rejects.toMatchObject({
      code: 'model_failed',
    });
    const streaming = run(async (ctx) => {
      for await (const text of ctx.model.stream([{ role: 'user', content: 'x' }]))
        await ctx.emit({ event: 'token', data: { text } });
    });
    await expect(streaming).rejects.toMatchObject({ code: 'model_failed' });
  });

  test('what emit threw → passes', async () => {
    const over = new Error('the run is over');
    await expect(
      run((ctx) => ctx.emit({ event: 'token', data: { text: 'x' } }), { emit: () => Promise.reject(over) }),
    ).rejects.toBe(over);
  });

  test('an error of the table that it made itself → skill_failed', async () => {
    const { ParleyError } = await import('@parley/contracts');
    await expect(run(() => Promise.reject(new ParleyError('forbidden')))).rejects.toMatchObject({ code: 'skill_failed' });
  });
});

describe('abort', () => {
  const stop = new Error('pre-empted');

  test('it heeds no signal and never returns → the reason at once', async () => {
    const turn = new AbortController();
    const result = run(() => new Promise(() => setImmediate(() => turn.abort(stop))), { signal: turn.signal });
    await expect(result).rejects.toBe(stop);
  });

  test('it wraps the reason in an error of its own → the reason', async () => {
    const turn = new AbortController();
    const result = run(
      async (ctx) => {
        turn.abort(stop);
        await ctx.emit({ event: 'token', data: { text: 'x' } }).catch((error: unknown) => {
          throw new Error('wrapped', { cause: error });
        });
      },
      { signal: turn.signal },
    );
    await expect(result).rejects.toBe(stop);
  });

  test('aborted before → it does not run', async () => {
    const body = jest.fn();
    await expect(run(body, { signal: AbortSignal.abort(stop) })).rejects.toBe(stop);
    expect(body).not.toHaveBeenCalled();
  });

  test('what it emits after it was left alone, or after it returned → refused', async () => {
    const call = skillCall();
    let late: SkillContext | undefined;
    await executeModule(
      skill((ctx) => ((late = ctx), GO)),
      call,
    );
    await expect(late!.emit({ event: 'token', data: { text: 'late' } })).rejects.toThrow('has ended');
    expect(call.emitted).toEqual([]);
  });
});

test('its model → the text, whole or as it comes; tokens are counted for the turn', async () => {
  model.when({ json: true }, { json: { a: 1 } });
  model.when({ json: false }, { tokens: ['a', 'b'], reasoning: ['hm'] });
  const call = skillCall({}, model.url);
  const heard: string[] = [];
  await executeModule(
    skill(async ({ model: own }) => {
      heard.push(await own.complete([{ role: 'user', content: 'x' }], { json: true }));
      for await (const text of own.stream([{ role: 'user', content: 'x' }])) heard.push(text);
      return GO;
    }),
    call,
  );
  expect(heard).toEqual(['{"a":1}', 'a', 'b']);
  expect(call.usage.total?.prompt_tokens).toBe(2 * 7);
});

test('an answer module → may return nothing, or a result that is checked', async () => {
  expect(
    await executeAnswerModule(
      skill(async () => undefined),
      skillCall(),
    ),
  ).toEqual(GO);
  expect(
    await executeAnswerModule(
      skill(async () => ({ state: { a: 1 }, ...GO })),
      skillCall(),
    ),
  ).toEqual({ state: { a: 1 }, ...GO });
  await expect(
    executeAnswerModule(
      skill(async () => null),
      skillCall(),
    ),
  ).rejects.toMatchObject({ code: 'skill_output_invalid' });
});
