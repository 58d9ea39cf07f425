import { firstOf, type ModelReply, namesOf } from '@parley/testing';
import { newSession, useStack } from './test/use-stack.js';

const stack = useStack();
const gateway = () => stack().gateway();
const ask = (agent_id: string, message = 'hi', session = newSession()) => gateway().ask(session, message, { agent_id });
const calls = () => stack().model.requests.length;

describe('a model that fails before anything is shown', () => {
  test.each<[string, ModelReply]>([
    ['is busy and says for how long', { status: 429, headers: { 'retry-after': '0' } }],
    ['is out of order', { status: 500 }],
    ['breaks off with a reset', { tokens: ['a'], reset_after: 0 }],
    ['ends in the middle', { tokens: ['a'], fin_after: 0 }],
    ['says nothing at all', { text: '' }],
    ['says nothing, as its limit is reached', { text: '', finish_reason: 'length' }],
    ['thinks, and then breaks off', { reasoning: ['hm'], tokens: ['a'], reset_after: 0 }],
    ['reports an error in its stream', { tokens: ['a'], error_after: 0 }],
  ])('%s → asked again, and nobody notices', async (_what, reply) => {
    stack().model.when({}, reply, 2);
    expect((await ask('talk')).text).toBe('echo: hi');
    expect(calls()).toBe(3);
  });

  test.each<[string, ModelReply]>([
    ['the key is wrong', { status: 401 }],
    ['the request is wrong', { status: 400 }],
    ['it is busy for longer than a person waits', { status: 429, headers: { 'retry-after': '60' } }],
  ])('%s → one clear error at once', async (_what, reply) => {
    stack().model.when({}, reply);
    const run = await ask('talk');
    expect(namesOf(run.events)).toEqual(['run', 'error']);
    expect([firstOf(run.events, 'error')?.data.code, calls()]).toEqual(['model_failed', 1]);
  });
});

describe('a model that fails after something was shown', () => {
  test.each<[string, ModelReply]>([
    ['its limit is reached', { text: 'half', finish_reason: 'length' }],
    ['its filter strikes', { text: 'half', finish_reason: 'content_filter' }],
    ['it reports an error in its stream', { tokens: ['half', 'whole'], error_after: 1 }],
  ])('%s → what was shown stays, flagged; one error, and it is not asked again', async (_what, reply) => {
    stack().model.when({}, reply);
    const session = newSession();
    const run = await ask('talk', 'hi', session);
    expect([run.text, run.terminal.event, calls()]).toEqual(['half', 'error', 1]);
    expect((await gateway().messages(session)).at(-1)).toMatchObject({ content: 'half', failed: true });
  });

  test('thoughts that are shown count as shown → not asked again', async () => {
    stack().model.when({}, { reasoning: ['hm'], tokens: ['a'], reset_after: 0 });
    const run = await ask('ponder');
    expect([namesOf(run.events), calls()]).toEqual([['run', 'thinking', 'error'], 1]);
  });
});

describe('thoughts', () => {
  test.each([
    ['ponder', ['run', 'thinking', 'thinking', 'token', 'end']],
    ['talk', ['run', 'token', 'end']],
  ])('of the agent %s → %j; never in the text', async (agent, names) => {
    stack().model.when({}, { reasoning: ['let me ', 'see'], text: 'answer' });
    const run = await ask(agent);
    expect([namesOf(run.events), run.text]).toEqual([names, 'answer']);
  });
});

describe('a turn has its bounds', () => {
  test('a skill that never settles → turn_timeout, the skill is told, and the session and the engine go on', async () => {
    const session = newSession();
    const pid = stack().engines[0]?.pid;
    const run = await ask('endless', 'hang', session);
    expect(run.terminal).toMatchObject({ event: 'error', data: { code: 'turn_timeout' } });
    await stack().effects.arrived(`${session}/told`);
    expect((await ask('talk', 'next', session)).text).toBe('echo: next');
    expect(stack().engines[0]?.pid).toBe(pid);
  });
});
