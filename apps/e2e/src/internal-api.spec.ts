import { isTerminal, type Card, type RunId } from '@parley/contracts';
import { checkRun, firstOf, namesOf, type NdjsonStream, type UnexpectedReply } from '@parley/testing';
import { steps } from './test/asks.js';
import { problemOf, refusalOf } from './test/refusal.js';
import { newSession, useStack } from './test/use-stack.js';

const stack = useStack({ gateways: [{}], engines: [{}, {}], env: { SSE_KEEPALIVE_MS: '60' } });
const engine = (index = 0) => stack().engine(index);

const threadOf = (session: string): string => `default:-:${session}`;
const execute = (session: string, message: string, agent_id: string): object => ({
  thread_id: threadOf(session),
  agent_id,
  message,
  user: { id: 'service', tenant_id: 'default' },
});

async function finished(stream: NdjsonStream) {
  const events = await stream.toEnd();
  const run = firstOf(events, 'run');
  return checkRun(run?.data.run_id as RunId, events);
}

describe('the internal API', () => {
  test.each(['', 'wrong-token', 'e2e-internal-token-012345678', null])('token %j → 401, on every route', async (token) => {
    const guarded = stack().engine(0, token);
    for (const [method, path, body] of [
      ['GET', '/agents'],
      ['GET', `/agent/pending_card?thread_id=${threadOf('x')}`],
      ['POST', '/agent/execute/stream', execute(newSession(), 'hi', 'talk')],
      ['POST', '/agent/resume/stream', { thread_id: threadOf('x'), user_response: { answers: [] } }],
      ['POST', '/agent/cancel', { run_id: 'x' }],
    ] as const) {
      expect([path, refusalOf(await guarded.send(method, path, body))]).toEqual([path, '401 unauthorized']);
    }
  });

  test('agents → what a gateway needs to know of each', async () => {
    const { json } = await engine().send('GET', '/agents');
    const { items } = json as { items: { agent_id: string }[] };
    expect(items.find(({ agent_id }) => agent_id === 'hurry')).toMatchObject({
      name: { en: 'Hurry' },
      timeout_ms: 400,
      policies: {},
    });
  });

  test('execute without run_id and epoch → its own turn, as NDJSON to the terminal event; the session is there for the gateway', async () => {
    const session = newSession();
    const stream = await engine().open('execute', execute(session, 'hi', 'ask'));
    expect(stream.headers['content-type']).toMatch(/^application\/x-ndjson/);
    const asked = await finished(stream);
    expect(namesOf(asked.events)).toEqual(['run', 'token', 'token', 'card', 'end']);
    expect(await stack().gateway().pendingCard(session)).toEqual(await engine(1).pendingCard(threadOf(session)));
    const card_id = (asked.card as Card).card_id;

    const body = { thread_id: threadOf(session), card_id, user_response: { answers: [{ field_key: 'who.name', value: 'Ada' }] } };
    const answered = await finished(await engine(1).open('resume', body));
    expect(answered.terminal).toMatchObject({ event: 'end', data: { status: 'completed' } });
    expect(stack().effects.of(`${session}/after`)).toEqual([{ name: 'Ada' }]);
    expect(await engine().pendingCard(threadOf(session))).toEqual({ has_pending_card: false, card: null });
    // The same answers again join, here too.
    const again = await finished(await engine().open('resume', body));
    expect(again).toEqual(answered);
    expect((await stack().gateway().messages(session)).map(({ turn, role }) => `${turn} ${role}`)).toEqual([
      '1 user',
      '1 assistant',
      '2 user',
      '2 assistant',
    ]);
  });

  test('silence → pings', async () => {
    const session = newSession();
    stack().effects.hold(`${session}/pause`);
    const stream = await engine().open('execute', execute(session, steps('a', { wait: 'pause' }, 'b'), 'steps'));
    await stream.until(({ events }) => events.length === 2);
    const before = stream.pings;
    await stream.until(({ pings }) => pings >= before + 3);
    stack().effects.release(`${session}/pause`);
    expect((await finished(stream)).text).toBe('ab');
  });

  test('whoever called leaves → the run goes on to its end', async () => {
    const session = newSession();
    stack().effects.hold(`${session}/pause`);
    const stream = await engine().open('execute', execute(session, steps('a', { wait: 'pause' }, 'b'), 'steps'));
    await stream.until(({ events }) => events.length === 2);
    stream.leave();
    stack().effects.release(`${session}/pause`);
    expect((await (await stack().gateway().stream(session)).finished()).text).toBe('ab');
  });

  test('cancel on the engine that works on it → true once, the run ends as aborted; a run nobody knows → false', async () => {
    const session = newSession();
    stack().effects.hold(`${session}/pause`);
    const stream = await engine().open('execute', execute(session, steps('a', { wait: 'pause' }), 'steps'));
    await stream.until(({ events }) => events.length === 2);
    const runId = firstOf(stream.events, 'run')?.data.run_id ?? '';
    expect((await engine().cancel(runId)).json).toEqual({ aborted: true });
    const run = await finished(stream);
    expect(run.terminal).toMatchObject({ event: 'preempted', data: { reason: 'aborted' } });
    expect((await engine().cancel(runId)).json).toEqual({ aborted: false });
    expect((await engine().cancel('chat-01890a5d-ac96-774b-bcce-b302099a8057')).json).toEqual({ aborted: false });
  });

  test.each<[string, object, string]>([
    ['no thread', { thread_id: undefined }, '400 validation_failed'],
    ['a thread that is none', { thread_id: 'session' }, '400 validation_failed'],
    ['no message', { message: '' }, '400 validation_failed'],
    ['no user', { user: undefined }, '400 validation_failed'],
    ['a run id without an epoch', { run_id: 'chat-01890a5d-ac96-774b-bcce-b302099a8057' }, '400 validation_failed'],
    ['an epoch without a run id', { epoch: 1 }, '400 validation_failed'],
    ['an agent that is not there', { agent_id: 'nobody' }, '404 agent_not_found'],
  ])('%s → refused before any line', async (_what, change, refusal) => {
    const session = newSession();
    const reply = await engine().send('POST', '/agent/execute/stream', { ...execute(session, 'hi', 'talk'), ...change });
    expect(`${reply.status} ${problemOf(reply).code}`).toBe(refusal);
    expect((await stack().gateway().send('GET', `/sessions/${session}`)).status).toBe(404);
  });

  test('wrong answers for a pending card → 422 before any line; nothing pending → 409', async () => {
    const session = newSession();
    const body = { thread_id: threadOf(session), user_response: { answers: [{ field_key: 'nobody.asked', value: 1 }] } };
    await finished(await engine().open('execute', execute(session, 'hi', 'ask')));
    const refused = (await engine()
      .open('resume', body)
      .catch((error: UnexpectedReply) => error)) as UnexpectedReply;
    expect(refused.problem).toMatchObject({ status: 422, code: 'answers_invalid' });
    await stack().gateway().answer(session, { 'who.name': 'Ada' });
    expect(refusalOf(await engine().send('POST', '/agent/resume/stream', body))).toBe('409 no_pending_card');
  });

  test('a run that another turn has pre-empted → ends as preempted, here as well', async () => {
    const session = newSession();
    stack().effects.hold(`${session}/pause`);
    const stream = await engine().open('execute', execute(session, steps('a', { wait: 'pause' }), 'steps'));
    await stream.until(({ events }) => events.length === 2);
    await stack().gateway().ask(session, 'next', { agent_id: 'talk' });
    expect((await stream.toEnd()).filter(isTerminal)).toMatchObject([{ event: 'preempted', data: { reason: 'preempted' } }]);
  });
});
