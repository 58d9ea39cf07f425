import { firstOf, namesOf, type ModelReply, type UnexpectedReply } from '@parley/testing';
import { asking, question, steps } from './test/asks.js';
import { newSession, ONE_EACH, TRANSPORTS, useStack } from './test/use-stack.js';
import { anyNumber, having, textLike } from './test/matchers.js';

const stack = useStack({ gateways: ONE_EACH });
const SECRET = 'pg://user:pw@db secret';

describe.each(TRANSPORTS)('a turn that fails over %s', (transport) => {
  const gateway = () => stack().gateway(TRANSPORTS.indexOf(transport));

  test.each<[string, unknown]>([
    ['an Error', SECRET],
    ['an object', { message: SECRET }],
    ['null', null],
  ])('a skill throws %s after three tokens → the tokens, one neutral error; nobody else notices', async (_what, thrown) => {
    const [session, other] = [newSession(), newSession()];
    stack().effects.hold(`${other}/pause`);
    const neighbour = await gateway().chat(other, steps('a', { wait: 'pause' }, 'b'), { agent_id: 'steps' });

    const stream = await gateway().chat(
      session,
      steps('1', '2', '3', { throw: thrown }),
      { agent_id: 'steps' },
      { 'accept-language': 'en' },
    );
    const run = await stream.finished();
    expect(namesOf(run.events)).toEqual(['run', 'token', 'token', 'token', 'error']);
    const { data } = firstOf(run.events, 'error') ?? { data: { trace_id: '' } };
    expect(data).toEqual({
      code: 'skill_failed',
      message: 'A step of the consultation failed. Please try again.',
      retryable: true,
      trace_id: textLike(/^[0-9a-f]{32}$/),
    });
    const messages = await gateway().messages(session);
    expect(messages[1]).toMatchObject({ role: 'assistant', content: '123', failed: true });
    expect(stream.raw + JSON.stringify(messages.slice(1))).not.toContain('pg://');

    stack().effects.release(`${other}/pause`);
    expect((await neighbour.finished()).text).toBe('ab');
    const logged =
      stack()
        .engines[0]?.log.split('\n')
        .filter((line) => line.includes(data.trace_id)) ?? [];
    expect(logged.join('\n')).toContain(thrown === null ? 'skill_failed' : 'pg://user:***@db secret');
  });

  test('a promise that a skill left behind is rejected → the turn ends well, the engine lives', async () => {
    const session = newSession();
    const pid = stack().engines[0]?.pid;
    expect((await gateway().ask(session, steps({ background: SECRET }, 'fine'), { agent_id: 'steps' })).text).toBe('fine');
    expect((await gateway().ask(session, steps('still'), { agent_id: 'steps' })).text).toBe('still');
    expect(stack().engines[0]?.pid).toBe(pid);
  });

  test.each<[string, ModelReply, string]>([
    ['refuses', { status: 401, body: { error: { message: SECRET } } }, ''],
    ['is out of order, all three times', { status: 500 }, ''],
    ['breaks off with a reset', { tokens: ['a', 'b', 'c'], reset_after: 2 }, 'ab'],
    ['ends its stream early', { tokens: ['a', 'b', 'c'], fin_after: 2 }, 'ab'],
    ['says no finish_reason', { tokens: ['a', 'b'], finish_reason: null }, 'ab'],
  ])('the model %s → what was shown, then model_failed; stream: false → 502', async (_what, reply, shown) => {
    const session = newSession();
    stack().model.when({}, reply);
    const run = await gateway().ask(session, 'hi', { agent_id: 'talk' });
    expect([run.text, run.terminal]).toEqual([shown, { event: 'error', data: having({ code: 'model_failed' }), seq: anyNumber }]);
    const refused = await gateway()
      .chatJson(session, 'hi', { agent_id: 'talk' })
      .catch((error: UnexpectedReply) => error);
    expect((refused as UnexpectedReply).problem).toMatchObject({ status: 502, code: 'model_failed' });
    expect((refused as UnexpectedReply).reply.headers['content-type']).toMatch(/^application\/problem\+json/);
    expect((refused as UnexpectedReply).reply.text).not.toContain('pg://');
    stack().model.reset();
    expect((await gateway().ask(session, 'again', { agent_id: 'talk' })).text).toBe('echo: again');
  });

  test('the model fails once before it says anything → nobody notices', async () => {
    stack().model.when({}, { status: 503 }, 1);
    expect((await gateway().ask(newSession(), 'hi', { agent_id: 'talk' })).text).toBe('echo: hi');
    expect(stack().model.requests).toHaveLength(2);
  });

  test('a turn takes too long → turn_timeout, and the model is let go', async () => {
    stack().model.when({}, { tokens: ['a', 'b'], hang_after: 1 });
    const run = await gateway().ask(newSession(), 'hi', { agent_id: 'hurry' });
    expect([run.text, run.terminal.data]).toEqual(['a', having({ code: 'turn_timeout', retryable: true })]);
    const call = await stack().model.nthCall(1);
    await call.ended;
    expect(call.abortedAt).toBeDefined();
  });

  test('a prompt skill gets nonsense, told so, and then JSON → its second answer counts; nothing of it is shown', async () => {
    const { model } = stack();
    model.when({ json: true }, { json: { state: { verdict: 'good' }, control: { action: 'continue' } } });
    model.when({ json: true }, { text: 'Sure! Here is some JSON.' }, 1);
    const run = await gateway().ask(newSession(), 'hi', { agent_id: 'judge' });
    expect(run.text).toBe('verdict=good');
    expect(model.calls({ json: true })).toHaveLength(2);
  });

  test.each<[string, ModelReply]>([
    ['no JSON', { text: 'no' }],
    ['an unknown action', { json: { control: { action: 'approve' } } }],
    ['a card without questions', { json: { control: { action: 'ask_user', review_type: 'confirm', questions: [] } } }],
  ])('a prompt skill gets %s twice → skill_output_invalid, and no card', async (_what, reply) => {
    const session = newSession();
    stack().model.when({ json: true }, reply);
    const run = await gateway().ask(session, 'hi', { agent_id: 'judge' });
    expect(namesOf(run.events)).toEqual(['run', 'error']);
    expect(run.terminal.data).toMatchObject({ code: 'skill_output_invalid' });
    expect(stack().model.calls({ json: true })).toHaveLength(2);
  });

  test.each<[string, string]>([
    ['a key of the prototype', asking({ questions: [question('a.__proto__.b')] })],
    ['a key with an empty segment', asking({ questions: [question('a..b')] })],
    ['a key of nine segments', asking({ questions: [question('a.b.c.d.e.f.g.h.i')] })],
    ['an unknown review type', asking({ review_type: 'x\nevent: card', questions: [question('k')] })],
    ['an unknown input type', asking({ questions: [question('k', { input_type: 'file' })] })],
    ['no questions', asking({ questions: [] })],
    ['a select without options', asking({ questions: [question('k', { input_type: 'select' })] })],
    ['a card of more than 2 MiB', asking({ questions: [question('k')] }, { pad: 700_000 })],
    ...['map', 'nan', 'undefined', 'date', 'bigint', 'function', 'cycle'].map((value): [string, string] => [
      `a state with ${value}`,
      JSON.stringify({ value }),
    ]),
  ])('a skill asks wrongly: %s → skill_output_invalid, and no card', async (_what, message) => {
    const run = await gateway().ask(newSession(), message, { agent_id: 'asker' });
    expect(namesOf(run.events)).toEqual(['run', 'error']);
    expect(run.terminal.data).toMatchObject({ code: 'skill_output_invalid', retryable: true });
  });

  test('one event of 3 MB → shown whole; one of more than 4 MiB → skill_failed', async () => {
    const session = newSession();
    expect((await gateway().ask(session, steps({ count: 1, bytes: 3_000_000 }), { agent_id: 'steps' })).text).toHaveLength(
      3_000_000,
    );
    const run = await gateway().ask(session, steps('a', { count: 1, bytes: 4_200_000 }), { agent_id: 'steps' });
    expect([run.text, run.terminal.data]).toEqual(['a', having({ code: 'skill_failed' })]);
  });
});
