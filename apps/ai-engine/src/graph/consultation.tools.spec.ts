import 'reflect-metadata';
import { setTimeout as delay } from 'node:timers/promises';
import type { Card, RunEvent } from '@parley/contracts';
import { type ModelReply, ScriptedModel } from '@parley/testing';
import type { Agent, PromptSkill } from '../agents/agent.js';
import type { AgentTool } from '../agents/agent-tool.js';
import { ModelClient } from '../model/model-client.js';
import { ResolvedToolbox } from '../tools/resolved-toolbox.js';
import type { ToolCallContext, ToolOutcome } from '../tools/tool.js';
import { ConsultationFixture, recorder } from './test/consultation-fixture.js';
import { agentOf, moduleSkill } from './test/states.js';

interface Ran {
  name: string;
  args: Record<string, unknown>;
  stepId: string;
}

const consultation = new ConsultationFixture();
const model = new ScriptedModel();
let ran: Ran[];
let act: (name: string, ctx: ToolCallContext) => Promise<ToolOutcome>;

const tool = (name: string, confirm: boolean) => ({
  spec: { name, description: name, parameters: { type: 'object' }, confirm, visible: name !== 'secret' },
  timeoutMs: 5000,
  faultsOf: (args: unknown) => (Object.hasOwn(args as object, 'bad') ? 'bad: is not known' : undefined),
  call: async (args: Record<string, unknown>, ctx: ToolCallContext) => {
    ran.push({ name, args, stepId: ctx.stepId });
    return act(name, ctx);
  },
});

beforeAll(async () => {
  await model.listen();
  consultation.model = new ModelClient({ baseURL: model.url, apiKey: '' });
  consultation.toolbox = new ResolvedToolbox([tool('look', false), tool('secret', false), tool('pay', true)]);
});
beforeEach(() => {
  model.reset();
  ran = [];
  act = async (name) => ({ isError: false, value: { from: name } });
});
afterAll(() => model.close());

/** What makes it an agent with tools; its nodes get theirs from the fixture. */
const LOOK: AgentTool = {
  ...{ kind: 'module', name: 'look', description: 'look', parameters: { type: 'object' } },
  ...{ confirm: false, visible: true, timeoutMs: 1000, call: () => null },
};
const speaker = (more: Partial<Agent> = {}): Agent =>
  agentOf([], { answer: { kind: 'prompt', prompt: 'speak', tools: ['look', 'pay'] }, tools: [LOOK], ...more });
const call = (name: string, args: Record<string, unknown> = {}) => ({ name, arguments: args });
const namesOf = (events: readonly RunEvent[]) =>
  events.map(({ event, data }) =>
    event === 'token' ? data.text : event === 'tool_call' || event === 'tool_result' ? `${event} ${data.name}` : event,
  );
/** What the model was told came of its calls, in its n-th request. */
const toldOf = (n: number) =>
  (model.requests[n]?.view.messages ?? []).flatMap(({ role, content }) => (role === 'tool' ? content : []));
const approvals = (card: Card, ...said: boolean[]) =>
  Object.fromEntries(card.items.slice(0, said.length).map(({ item_id }, i) => [item_id, said[i]]));

describe('an answer with tools', () => {
  it('the model wants two → both run side by side, it is told what they said, and speaks', async () => {
    model.when({}, { text: 'done' });
    model.when({}, { text: 'one moment', tool_calls: [call('look', { at: 1 }), call('look', { at: 2 })] }, 1);
    const { events, state } = await consultation.chat(speaker());
    expect(namesOf(events)).toEqual([
      'one',
      ' moment',
      'tool_call look',
      'tool_call look',
      'tool_result look',
      'tool_result look',
      '\n\ndone',
    ]);
    expect(ran.map(({ args }) => args)).toEqual([{ at: 1 }, { at: 2 }]);
    expect(new Set(ran.map(({ stepId }) => stepId)).size).toBe(2);
    expect(toldOf(1)).toEqual(['{"from":"look"}', '{"from":"look"}']);
    expect(state?.skills['answer']).toEqual(expect.not.objectContaining({ work: expect.anything() as unknown }));
  });

  it('arguments that do not fit, a tool there is not → nothing runs, the model is told; the person sees a failed call of what there is', async () => {
    model.when({}, { text: 'sorry' });
    model.when({}, { tool_calls: [call('look', { bad: true }), call('jump')] }, 1);
    const { events } = await consultation.chat(speaker());
    expect(ran).toEqual([]);
    expect(events.flatMap((event) => (event.event === 'tool_result' ? [event.data.name, event.data.is_error] : []))).toEqual([
      'look',
      true,
    ]);
    expect(toldOf(1)).toEqual([expect.stringContaining('bad: is not known'), expect.stringContaining('no tool "jump"')]);
  });

  it('a tool that nobody is to see → runs, and no event tells of it', async () => {
    model.when({}, { text: 'done' });
    model.when({}, { tool_calls: [call('secret')] }, 1);
    const { events } = await consultation.chat(speaker());
    expect([namesOf(events), ran.length]).toEqual([['done'], 1]);
  });

  it('the same with arguments that do not fit → no event either', async () => {
    model.when({}, { text: 'done' });
    model.when({}, { tool_calls: [call('secret', { bad: 'password' })] }, 1);
    expect(namesOf((await consultation.chat(speaker())).events)).toEqual(['done']);
    expect(toldOf(1)).toEqual([expect.stringContaining('bad: is not known')]);
  });

  it('it says something before its tools and after them → two paragraphs', async () => {
    model.when({}, { text: 'It is 5.' });
    model.when({}, { text: 'Let me look.', tool_calls: [call('look')] }, 1);
    const { events } = await consultation.chat(speaker());
    expect(events.map((event) => (event.event === 'token' ? event.data.text : '')).join('')).toBe('Let me look.\n\nIt is 5.');
  });

  it('the calls of all rounds and nodes → ids that are all different, whatever the model calls them', async () => {
    const skill: PromptSkill = { id: 'a', kind: 'prompt', prompt: 'NODE=a', tools: ['look'], requires: [], produces: ['a'] };
    const same = (): ModelReply => ({ tool_calls: [{ ...call('look'), id: 'call_0' }] });
    model.when({ system_includes: 'speak' }, { text: 'done' });
    model.when({ system_includes: 'speak' }, same(), 2);
    model.when({ system_includes: 'NODE=a' }, { json: { control: { action: 'continue' } } });
    model.when({ system_includes: 'NODE=a' }, same(), 1);
    const { events } = await consultation.chat(speaker({ skills: [skill] }));
    const ids = events.flatMap((event) => (event.event === 'tool_call' ? event.data.call_id : []));
    expect([ids.length, new Set(ids).size]).toEqual([3, 3]);
  });

  it('what the model wants is saved before any of it runs, however slow that is', async () => {
    model.when({}, { text: 'done' });
    model.when({}, { tool_calls: [call('look')] }, 1);
    consultation.beforePut = () => delay(100);
    const saved: unknown[] = [];
    act = async () => {
      saved.push((await consultation.saved())?.skills['answer']?.work?.calls.map(({ name }) => name));
      return { isError: false, value: null };
    };
    await consultation.chat(speaker());
    expect(saved).toEqual([['look']]);
  });

  it('the model calls for ever → max_steps ends it', async () => {
    model.when({}, { tool_calls: [call('look')] });
    await expect(consultation.chat(speaker({ maxSteps: 9 }))).rejects.toMatchObject({ code: 'skill_failed' });
    expect(ran).toHaveLength(4);
  });

  it('the worker dies while a tool runs → the next one runs the same call as the same step, and does not ask the model again', async () => {
    model.when({}, { text: 'done' });
    model.when({}, { tool_calls: [call('look')] }, 1);
    const dead = new AbortController();
    act = async () => {
      dead.abort(new Error('killed'));
      return { isError: false, value: null };
    };
    await expect(consultation.chat(speaker(), 'hello', dead.signal)).rejects.toThrow('killed');
    act = async () => ({ isError: false, value: 'again' });
    const { events } = await consultation.takeOver(speaker());
    expect(namesOf(events)).toEqual(['tool_call look', 'tool_result look', 'done']);
    expect(ran[1]).toEqual(ran[0]);
    expect(model.requests).toHaveLength(2);
  });
});

describe('a tool that needs a confirmation', () => {
  const wants = (...tools: string[]): void => {
    model.when({}, { text: 'done' });
    model.when({}, { tool_calls: tools.map((name, n) => call(name, { n })) }, 1);
  };
  /** Answers the first items of the card. */
  const say = (card: Card, ...said: boolean[]) => consultation.answer(speaker(), card, approvals(card, ...said));

  it('the model wants it → a confirm card that names the call; nothing has run', async () => {
    wants('look', 'pay');
    const { card, events } = await consultation.chat(speaker());
    expect(card).toMatchObject({
      review_type: 'confirm',
      items: [{ skill: 'answer', review_type: 'confirm', tool_name: 'pay', tool_call_id: expect.any(String) as unknown }],
      questions: [{ input_type: 'boolean', required: true, field_key: 'approvals.pay', help: '{\n  "n": 1\n}' }],
    });
    expect([ran, namesOf(events)]).toEqual([[], []]);
  });

  it('approved → all calls of that answer run, and the model speaks; it is not asked again', async () => {
    wants('look', 'pay');
    const { card } = await consultation.chat(speaker());
    const { events } = await say(card!, true);
    expect(ran.map(({ name }) => name)).toEqual(['look', 'pay']);
    expect(namesOf(events).at(-1)).toBe('done');
    expect(model.requests).toHaveLength(2);
  });

  it('rejected → it does not run, and the model is told', async () => {
    wants('pay');
    const { card } = await consultation.chat(speaker());
    const { events } = await say(card!, false);
    expect([ran, namesOf(events)]).toEqual([[], ['done']]);
    expect(toldOf(1)).toEqual(['The user did not allow this call.']);
  });

  it('it has to be confirmed only since the model wanted it → it does not run unasked, and the model may call again', async () => {
    wants('pay');
    const free = new ResolvedToolbox([{ ...tool('pay', false) }]);
    const asking = consultation.toolbox;
    const dead = new AbortController();
    act = async () => {
      dead.abort(new Error('killed'));
      return { isError: false, value: null };
    };
    consultation.toolbox = free;
    await expect(consultation.chat(speaker(), 'hello', dead.signal)).rejects.toThrow('killed');
    consultation.toolbox = asking;
    ran = [];
    await consultation.takeOver(speaker());
    expect([ran, toldOf(1)]).toEqual([[], [expect.stringContaining('has to confirm it')]]);
  });

  it('a skill has finished, the answer asks → after the answer no further skill begins', async () => {
    wants('pay');
    const later = recorder(() => ({ control: { action: 'continue' } }));
    const agent = speaker({
      skills: [
        moduleSkill(
          'a',
          recorder(() => ({ state: { a: 1 }, control: { action: 'finish' } })),
        ),
        moduleSkill('b', { requires: ['a'], ...later }),
      ],
    });
    const { card } = await consultation.chat(agent);
    await consultation.answer(agent, card!, approvals(card!, true));
    expect([ran.length, later.calls]).toEqual([1, []]);
  });

  it('the card is cancelled → the same', async () => {
    wants('pay');
    const { card } = await consultation.chat(speaker());
    await consultation.resume(speaker(), card!, { answer: {} }, 'cancel');
    expect([ran, toldOf(1)]).toEqual([[], ['The user did not allow this call.']]);
  });

  it('two of them, one answered → the other comes back as the same item, and nothing runs before it is answered', async () => {
    wants('pay', 'pay');
    const first = await consultation.chat(speaker());
    const second = await say(first.card!, true);
    expect([second.card?.items, ran]).toEqual([[first.card?.items[1]], []]);
    await say(second.card!, false);
    expect(ran.map(({ args }) => args)).toEqual([{ n: 0 }]);
    expect(toldOf(1)).toEqual(['{"from":"pay"}', 'The user did not allow this call.']);
  });

  it('a new message instead of an answer → the call never runs, and the new prompt knows nothing of it', async () => {
    wants('pay');
    await consultation.chat(speaker());
    const { events } = await consultation.chat(speaker(), 'something else');
    expect([ran, namesOf(events)]).toEqual([[], ['done']]);
    expect(model.requests[1]?.view.messages.map(({ role }) => role)).toEqual(['system', 'user']);
  });
});

describe('prompt skills with tools', () => {
  const skill = (id: string): PromptSkill => ({
    id,
    kind: 'prompt',
    prompt: `NODE=${id}`,
    tools: ['look'],
    requires: [],
    produces: [id],
  });
  const skilled = agentOf([skill('a'), skill('b')], { answer: { kind: 'prompt', prompt: 'speak', tools: [] } });

  it('two at once want tools → each has its own results, and what is seen of one is whole before the other begins', async () => {
    model.when({}, { text: 'done' });
    for (const id of ['a', 'b']) {
      model.when({ system_includes: `NODE=${id}` }, { json: { state: { [id]: 1 }, control: { action: 'continue' } } });
      model.when({ system_includes: `NODE=${id}` }, { tool_calls: [call('look', { id }), call('look', { id })] }, 1);
    }
    const { events, state } = await consultation.chat(skilled);
    const nodes = events.flatMap((event) => (event.event === 'tool_call' ? event.data.node : []));
    expect(nodes).toEqual(['a', 'a', 'b', 'b']);
    expect(namesOf(events).slice(0, 4)).toEqual(['tool_call look', 'tool_call look', 'tool_result look', 'tool_result look']);
    expect(state?.facts).toEqual({ a: 1, b: 1 });
  });
});
