import type { Card } from '@parley/contracts';
import { cardOf, type FinishedRun, namesOf, shownEvents } from '@parley/testing';
import { newSession, useStack } from '../test/use-stack.js';
import { engineAt } from '../turns/test/work.js';

const stack = useStack({ gateways: [{}, {}], engines: [{}, {}], env: { STALL_DETECT_MS: '1500', DRAIN_TIMEOUT_MS: '1500' } });
const gateway = (which = 0) => stack().gateway(which);

const call = (name: string, args: Record<string, unknown> = {}) => ({ name, arguments: args });
/** The answer's model wants these calls, and says `done` when it has their results. */
function wants(...calls: ReturnType<typeof call>[]): void {
  stack().model.when({ system_includes: 'NODE=answer' }, { text: 'done' });
  stack().model.when({ system_includes: 'NODE=answer' }, { tool_calls: calls }, 1);
}
const chat = (session: string, message = 'hello'): Promise<FinishedRun> =>
  gateway().ask(session, message, { agent_id: 'toolbox', user_id: 'li' });
/** What the model was told in its last request. */
const told = () =>
  stack()
    .model.requests.at(-1)
    ?.view.toolResults.map(({ content }) => content);
const resultsOf = ({ events }: FinishedRun) =>
  events.flatMap((event) => (event.event === 'tool_result' ? [[event.data.name, event.data.is_error, event.data.result]] : []));
const notes = (session: string) => stack().effects.of(`${session}/note`) as { stepId: string; args: unknown }[];

describe('tools of the answer', () => {
  test('two calls, of a module and of an MCP server → both run, the person sees them, the model is told and answers', async () => {
    wants(call('note', { text: 'a' }), call('stock', { item: 'apples' }));
    const session = newSession();
    const run = await chat(session);
    expect(namesOf(run.events)).toEqual(['run', 'tool_call', 'tool_call', 'tool_result', 'tool_result', 'token', 'end']);
    expect(resultsOf(run).sort()).toEqual([
      ['note', false, { noted: { text: 'a' }, by: 'li' }],
      ['stock', false, '3 apples'],
    ]);
    expect(told()).toEqual([JSON.stringify({ noted: { text: 'a' }, by: 'li' }), '3 apples']);
    expect((await gateway(1).messages(session)).at(-1)?.content).toBe('done');
  });

  test('arguments that do not fit → nothing runs, and the model is told what is wrong', async () => {
    wants(call('note', { text: 5, more: 1 }));
    const session = newSession();
    const run = await chat(session);
    expect(resultsOf(run)).toEqual([['note', true, expect.stringMatching(/text.*string/s) as unknown]]);
    expect([told(), notes(session)]).toEqual([[expect.stringMatching(/more/)], []]);
    expect(run.terminal.event).toBe('end');
  });

  test('a tool that hangs → over after its own timeout, and the answer goes on', async () => {
    wants(call('hang'));
    const run = await chat(newSession());
    expect(resultsOf(run)).toEqual([['hang', true, expect.stringContaining('timed out after 1 s') as unknown]]);
    expect(run.text).toBe('done');
  });

  test('the run is stopped while a tool works → nothing of it is told any more', async () => {
    wants(call('note', { text: 'a' }));
    const session = newSession();
    stack().effects.hold(`${session}/note`);
    const stream = await gateway().chat(session, 'hello', { agent_id: 'toolbox' });
    await stack().effects.arrived(`${session}/note`);
    await gateway(1).abort(session);
    stack().effects.release(`${session}/note`);
    const run = await stream.finished();
    expect(namesOf(run.events)).toEqual(['run', 'tool_call', 'preempted']);
    expect(stack().model.requests).toHaveLength(1);
  });
});

describe('a call that has to be confirmed', () => {
  const answer = (session: string, value: boolean, which = 1) => gateway(which).answer(session, { 'approvals.pay': value });

  test('asked first, with what it would do; approved through another gateway → it runs once, and the model answers', async () => {
    wants(call('pay', { amount: 5 }));
    const session = newSession();
    const card = cardOf(await chat(session));
    expect(card.items).toEqual([
      expect.objectContaining({
        skill: 'answer',
        review_type: 'confirm',
        tool_name: 'pay',
        tool_call_id: expect.any(String) as unknown,
      }),
    ]);
    expect(card.questions[0]?.help).toBe('{\n  "amount": 5\n}');
    expect(notes(session)).toEqual([]);
    const run = await answer(session, true);
    expect(namesOf(run.events)).toEqual(['run', 'tool_call', 'tool_result', 'token', 'end']);
    expect(notes(session).map(({ args }) => args)).toEqual([{ amount: 5 }]);
  });

  test('rejected → it never runs, and the model is told so', async () => {
    wants(call('pay', { amount: 5 }));
    const session = newSession();
    await chat(session);
    const run = await answer(session, false);
    expect([run.text, notes(session), told()]).toEqual(['done', [], ['The user did not allow this call.']]);
  });

  test('a tool of an MCP server → the same; the server is told the step', async () => {
    wants(call('order', { item: 'pear' }));
    const session = newSession();
    const card = cardOf(await chat(session));
    expect(card.items[0]?.tool_name).toBe('order');
    const run = await gateway(1).answer(session, { 'approvals.order': true });
    expect(resultsOf(run)).toEqual([
      ['order', false, expect.stringMatching(new RegExp(`^ordered pear as .*${session}/`)) as unknown],
    ]);
  });
});

describe('two calls that have to be confirmed', () => {
  /** Answers one item of the card. */
  const say = (session: string, card: Card, place: number, value: boolean, which = 1) => {
    const { item_id } = card.items[place]!;
    return gateway(which).answer(session, [{ field_key: 'approvals.pay', item_id, value }]);
  };
  const bothAsked = async () => {
    wants(call('pay', { amount: 1 }), call('pay', { amount: 2 }));
    const session = newSession();
    return { session, card: cardOf(await chat(session)) };
  };

  test('one approved, all engines killed, the other rejected → the first runs, once, as it was approved', async () => {
    const { session, card } = await bothAsked();
    const rest = cardOf(await say(session, card, 0, true));
    expect(rest.items).toEqual([card.items[1]]);
    await Promise.all(stack().engines.map((engine) => engine.kill()));
    await stack().startServices();
    const run = await say(session, rest, 0, false, 0);
    expect([run.text, notes(session).map(({ args }) => args)]).toEqual(['done', [{ amount: 1 }]]);
    expect(told()?.[1]).toBe('The user did not allow this call.');
  });

  test('a message that supersedes the card → none of them ever runs', async () => {
    const { session } = await bothAsked();
    stack().model.reset();
    const run = await gateway(1).ask(session, 'forget it', { agent_id: 'toolbox', on_pending_card: 'supersede' });
    expect([run.text, notes(session)]).toEqual(['echo: forget it', []]);
    expect(stack().model.requests.at(-1)?.view.toolResults).toEqual([]);
  });

  test('the card is cancelled → none runs, and the model is told', async () => {
    const { session } = await bothAsked();
    const run = await gateway(1).answer(session, [], { action: 'cancel' });
    expect([run.text, notes(session)]).toEqual(['done', []]);
    expect(told()).toEqual(['The user did not allow this call.', 'The user did not allow this call.']);
  });
});

describe('tools of a prompt skill', () => {
  test('its model looks first, and then writes its JSON → in the state, and nothing of it in the text', async () => {
    stack().model.when(
      { system_includes: 'NODE=facts' },
      { json: { state: { facts: 'three' }, control: { action: 'continue' } } },
    );
    stack().model.when({ system_includes: 'NODE=facts' }, { text: 'let me see', tool_calls: [call('stock', { item: 'x' })] }, 1);
    const run = await chat(newSession(), 'facts please');
    expect(namesOf(run.events).slice(0, 3)).toEqual(['run', 'tool_call', 'tool_result']);
    expect(run.text).toBe('echo: facts please');
    expect(stack().model.requests.at(-1)?.view.system).toContain('three');
  });
});

describe('the engine leaves while a tool works', () => {
  test('SIGTERM, and the tool takes longer than it may → the same call goes on elsewhere, as the same step', async () => {
    wants(call('note', { text: 'a' }));
    const session = newSession();
    stack().effects.hold(`${session}/note`);
    const stream = await gateway().chat(session, 'hello', { agent_id: 'toolbox' });
    await stack().effects.arrived(`${session}/note`);
    const leaving = engineAt(stack(), session, 'note');
    const left = leaving.terminate();
    await stack().effects.arrived(`${session}/note`, 2);
    stack().effects.release(`${session}/note`);
    const run = await stream.finished();
    expect((await left).code).toBe(0);
    await stack().startServices();
    expect([run.terminal.event, run.text]).toEqual(['end', 'done']);
    expect(new Set(notes(session).map(({ stepId }) => stepId)).size).toBe(1);
    expect(namesOf(shownEvents(run.events))).toEqual(['run', 'tool_call', 'tool_result', 'token', 'end']);
  });

  test('kill -9 → another engine runs the same call as the same step; the person sees it once, and the model is not asked again', async () => {
    wants(call('note', { text: 'a' }));
    const session = newSession();
    stack().effects.hold(`${session}/note`);
    const stream = await gateway().chat(session, 'hello', { agent_id: 'toolbox' });
    await stack().effects.arrived(`${session}/note`);
    await engineAt(stack(), session, 'note').kill();
    stack().effects.release(`${session}/note`);
    const run = await stream.finished();
    await stack().startServices();
    expect([run.terminal.event, run.text]).toEqual(['end', 'done']);
    expect(notes(session)).toHaveLength(2);
    expect(new Set(notes(session).map(({ stepId }) => stepId)).size).toBe(1);
    const replayed = await (await gateway(1).stream(session, { runId: run.runId })).finished();
    expect(namesOf(shownEvents(replayed.events)).filter((name) => name.startsWith('tool'))).toEqual(['tool_call', 'tool_result']);
    expect(stack().model.requests).toHaveLength(2);
  });
});
