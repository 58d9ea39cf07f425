import type { ToolFunction } from '@parley/contracts';
import type { ModuleTool } from '../agents/agent-tool.js';
import type { ToolCallContext } from './tool.js';
import { callContext, moduleTool, openTools } from './test/toolbox.js';

async function run(call: ToolFunction, ctx: ToolCallContext = callContext(), more: Partial<ModuleTool> = {}, args = {}) {
  const toolbox = await openTools([moduleTool(call, more)]);
  return toolbox.run(toolbox.specs[0]!, args, ctx);
}

const never = (): Promise<never> => new Promise(() => undefined);

test('a tool → gets its arguments and what is known of the call', async () => {
  const ctx = callContext();
  const value = await run(
    (args, { stepId, state, user, lang, log, signal }) => {
      log.info('called', { lang });
      return { args, stepId, state, user, aborted: signal.aborted };
    },
    ctx,
    {},
    { amount: 1 },
  );
  expect(value).toEqual({
    isError: false,
    value: { args: { amount: 1 }, stepId: ctx.stepId, state: ctx.state, user: ctx.user, aborted: false },
  });
  expect(ctx.log.entries).toEqual([{ level: 'info', message: 'called', fields: { lang: 'en' } }]);
});

test.each([
  ['a text', () => 'x', 'x'],
  ['a promise', async () => ({ fee: 5 }), { fee: 5 }],
  ['nothing', () => undefined, null],
  ['false', () => false, false],
  ['an object with members left undefined', () => ({ a: undefined, b: [{ c: undefined }] }), { b: [{}] }],
])('that returns %s → JSON', async (_what, call, value) => expect(await run(call)).toEqual({ isError: false, value }));

test.each([
  ['a date', () => new Date(0), /expected a value that JSON can hold, came a Date/],
  ['NaN inside', () => ({ a: [NaN] }), /a\[0\]: expected a value that JSON can hold, came NaN/],
  ['a function', () => () => 1, /came function/],
  ['a bigint', () => 1n, /came bigint/],
  [
    'a getter that throws',
    () => ({
      get a() {
        throw new Error('lazy');
      },
    }),
    /lazy/,
  ],
])('that returns %s → the model learns that it failed, the log why', async (_what, call, why) => {
  const ctx = callContext();
  expect(await run(call, ctx)).toEqual({ isError: true, value: 'The tool failed.' });
  expect(ctx.log.entries).toEqual([expect.objectContaining({ level: 'warn', message: 'a tool failed' })]);
  expect((ctx.log.entries[0]?.fields?.err as Error).message).toMatch(why);
});

test('that returns a value which it changes later → the value as it was', async () => {
  const list = [1];
  const outcome = await run(() => list);
  list.push(2);
  expect(outcome.value).toEqual([1]);
});

test.each([
  [
    'at once',
    () => {
      throw new Error('password is 1234');
    },
  ],
  [
    'later',
    async () => {
      throw new Error('password is 1234');
    },
  ],
  [
    'something that is no error',
    () => {
      throw 'password is 1234' as unknown as Error;
    },
  ],
])('that throws %s → the model is told no more than that it failed', async (_what, call) => {
  const ctx = callContext();
  expect(await run(call, ctx)).toEqual({ isError: true, value: 'The tool failed.' });
  expect(ctx.log.entries[0]?.fields).toMatchObject({ tool: 'fee', stepId: ctx.stepId });
});

test.each([
  [
    'its state',
    (_args, { state }) => {
      (state.facts as { amount: number }).amount = 6;
    },
  ],
  [
    'who the user is',
    (_args, { user }) => {
      (user as { id: string }).id = 'x';
    },
  ],
] as [string, ToolFunction][])('that changes %s → fails, and nothing is changed', async (_what, call) => {
  const ctx = callContext();
  expect(await run(call, ctx)).toEqual({ isError: true, value: 'The tool failed.' });
  expect([ctx.state, ctx.user]).toEqual([{ facts: { amount: 5 } }, { id: 'u', tenant_id: 't' }]);
});

test('that changes its arguments → those of the caller stay', async () => {
  const args = { list: [1] };
  await run((own) => (own.list as number[]).push(2), callContext(), {}, args);
  expect(args).toEqual({ list: [1] });
});

test('that never ends → told so after its timeout; its signal aborts, and what comes late is lost', async () => {
  let late: (value: string) => void = () => undefined;
  let signal: AbortSignal | undefined;
  const slow: ToolFunction = (_args, ctx) => {
    signal = ctx.signal;
    return new Promise((resolve) => (late = resolve));
  };
  expect(await run(slow, callContext(), { timeoutMs: 50 })).toEqual({ isError: true, value: 'The tool timed out after 0.05 s.' });
  expect(signal?.aborted).toBe(true);
  late('late');
});

test('that ends by throwing when its time is up → a timeout all the same', async () => {
  const heeding: ToolFunction = (_args, { signal }) =>
    new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('stopped'))));
  expect(await run(heeding, callContext(), { timeoutMs: 20 })).toEqual({
    isError: true,
    value: 'The tool timed out after 0.02 s.',
  });
});

test('the turn is aborted while it runs → its reason is thrown at once and the tool is told', async () => {
  const turn = new AbortController();
  const reason = new Error('pre-empted');
  let seen: unknown;
  const outcome = run(
    (_args, { signal }) => {
      signal.addEventListener('abort', () => void (seen = signal.reason));
      turn.abort(reason);
      return never();
    },
    callContext({ signal: turn.signal }),
  );
  await expect(outcome).rejects.toBe(reason);
  expect(seen).toBe(reason);
});

test('the turn is aborted before → its reason is thrown and the tool is not called', async () => {
  const call = jest.fn();
  const reason = new Error('stopped');
  await expect(run(call, callContext({ signal: AbortSignal.abort(reason) }))).rejects.toBe(reason);
  expect(call).not.toHaveBeenCalled();
});

test('the turn is aborted after a call → the tool that has ended is not told', async () => {
  const turn = new AbortController();
  let signal: AbortSignal | undefined;
  await run((_args, ctx) => void (signal = ctx.signal), callContext({ signal: turn.signal }));
  turn.abort();
  expect(signal?.aborted).toBe(false);
});

test('a result of exactly 256 KiB → passes; one byte more → the model is told', async () => {
  const text = (bytes: number) => 'é'.repeat((bytes - 2) / 2);
  expect(await run(() => text(262_144))).toMatchObject({ isError: false });
  expect(await run(() => `${text(262_144)}x`)).toEqual({
    isError: true,
    value: "The tool's result is too large: 262145 bytes, at most 262144 are possible.",
  });
});

test('several calls at once → each has its own outcome', async () => {
  const toolbox = await openTools([
    moduleTool(() => never(), { name: 'slow', timeoutMs: 20 }),
    moduleTool(() => 'ok', { name: 'fast' }),
    moduleTool(() => Promise.reject(new Error('x')), { name: 'bad' }),
  ]);
  const outcomes = await Promise.all(toolbox.specs.map((spec) => toolbox.run(spec, {}, callContext())));
  expect(outcomes.map(({ isError, value }) => [isError, value])).toEqual([
    [true, 'The tool timed out after 0.02 s.'],
    [false, 'ok'],
    [true, 'The tool failed.'],
  ]);
});

test('a spec of another toolbox → told that there is no such tool', async () => {
  const toolbox = await openTools([moduleTool(() => 1)]);
  expect(await toolbox.run({ ...toolbox.specs[0]!, name: 'other' }, {}, callContext())).toEqual({
    isError: true,
    value: 'There is no tool "other". Tools: fee.',
  });
});
