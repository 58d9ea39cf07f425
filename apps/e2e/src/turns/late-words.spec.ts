import { steps } from '../test/asks.js';
import { newSession, useStack } from '../test/use-stack.js';
import type { LinkGate } from './test/link-gate.js';
import { gateToStore } from './test/services.js';

const CUT_WITHIN_MS = 500;

const stack = useStack({ gateways: [{}, {}], engines: [{}] });

let gate: LinkGate;
beforeAll(async () => {
  gate = await gateToStore(stack(), 'engines', 0);
}, 60_000);
afterEach(() => gate.release());
afterAll(() => gate.cut());

const gateway = (which: 0 | 1 = 0) => stack().gateway(which);

test('the end of a turn reaches the store when the next turn runs → it is refused, and the next turn goes on', async () => {
  const session = newSession();
  gate.hold('requests', /"turn\.end"/);
  const stream = await gateway().chat(session, steps('old'), { agent_id: 'steps' });
  await gate.untilHolding();
  stack().effects.hold(`${session}/gate`);
  const next = await gateway(1).chat(session, steps('new', { wait: 'gate' }), { agent_id: 'steps' });
  expect((await stream.finished()).terminal).toMatchObject({ event: 'preempted', data: { by_run_id: next.runId } });
  await next.shown('new');
  gate.release();
  // The worker of the old turn has its answer when its job is gone; a new turn of it proves that it is free.
  expect((await gateway().ask(newSession(), steps('free'), { agent_id: 'steps' })).text).toBe('free');
  expect((await gateway().session(session)).active_run_id).toBe(next.runId);
  stack().effects.release(`${session}/gate`);
  expect((await next.finished()).text).toBe('new');
  expect((await gateway().messages(session)).map(({ content, preempted }) => [content, preempted ?? false])).toEqual([
    [steps('old'), false],
    ['old', true],
    [steps('new', { wait: 'gate' }), false],
    ['new', false],
  ]);
});

test('the store has ended a turn and its worker does not know yet; a new message comes → the old turn has ended, nothing is pre-empted', async () => {
  const session = newSession();
  gate.hold('replies', /"turn\.end"/);
  const stream = await gateway().chat(session, steps('old'), { agent_id: 'steps' });
  await gate.untilHolding();
  expect((await stream.finished()).terminal.event).toBe('end');
  const next = await gateway(1).chat(session, steps('new'), { agent_id: 'steps' });
  await next.next('run');
  gate.release();
  expect((await next.finished()).text).toBe('new');
  expect((await gateway().messages(session)).map(({ content, preempted }) => [content, preempted ?? false])).toEqual([
    [steps('old'), false],
    ['old', false],
    [steps('new'), false],
    ['new', false],
  ]);
});

describe.each([
  ['abort', (session: string) => gateway(1).abort(session)],
  ['a new message', (session: string) => gateway(1).ask(session, 'second', { agent_id: 'talk' })],
] as const)('%s comes while a worker is taking the run', (_what, stop) => {
  test('before the store has given it away → the worker drops it, the model is not asked', async () => {
    const session = newSession();
    gate.hold('requests', /"turn\.claim"/);
    const stream = await gateway().chat(session, `hello ${session}`, { agent_id: 'talk' });
    await gate.untilHolding();
    const stopped = stop(session);
    expect((await stream.finished()).terminal.event).toBe('preempted');
    gate.release();
    await stopped;
    expect((await gateway().ask(newSession(), steps('free'), { agent_id: 'steps' })).text).toBe('free');
    expect(stack().model.calls({ last_user_includes: `hello ${session}` })).toEqual([]);
  });

  test('after that, before the worker has heard → what it asks the model is cut at once', async () => {
    const session = newSession();
    stack().model.when({ last_user_includes: `hello ${session}` }, { hang: true });
    gate.hold('replies', /"turn\.claim"/);
    const stream = await gateway().chat(session, `hello ${session}`, { agent_id: 'talk' });
    await gate.untilHolding();
    const stopped = stop(session);
    expect((await stream.finished()).terminal.event).toBe('preempted');
    const began = Date.now();
    gate.release();
    await stopped;
    await gateway().ask(newSession(), steps('free'), { agent_id: 'steps' });
    for (const call of stack().model.calls({ last_user_includes: `hello ${session}` })) {
      await call.ended;
      expect((call.abortedAt ?? Infinity) - began).toBeLessThan(CUT_WITHIN_MS);
    }
    expect((await gateway().messages(session)).filter(({ run_id }) => run_id === stream.runId)).toHaveLength(1);
  });
});
