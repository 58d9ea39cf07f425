import 'reflect-metadata';
import { setTimeout as delay } from 'node:timers/promises';
import type { ModelReply } from '@parley/testing';
import type { PromptSkill } from '../agents/agent.js';
import { agentOf } from './test/states.js';
import { call, namesOf, speaker, ToolsFixture } from './test/tools-fixture.js';

const fixture = new ToolsFixture();
const { consultation, model } = fixture;

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
    expect(fixture.ran.map(({ args }) => args)).toEqual([{ at: 1 }, { at: 2 }]);
    expect(new Set(fixture.ran.map(({ stepId }) => stepId)).size).toBe(2);
    expect(fixture.toldOf(1)).toEqual(['{"from":"look"}', '{"from":"look"}']);
    expect(state?.skills['answer']).toEqual(expect.not.objectContaining({ work: expect.anything() as unknown }));
  });

  it('arguments that do not fit, a tool there is not → nothing runs, the model is told; the person sees a failed call of what there is', async () => {
    model.when({}, { text: 'sorry' });
    model.when({}, { tool_calls: [call('look', { bad: true }), call('jump')] }, 1);
    const { events } = await consultation.chat(speaker());
    expect(fixture.ran).toEqual([]);
    expect(events.flatMap((event) => (event.event === 'tool_result' ? [event.data.name, event.data.is_error] : []))).toEqual([
      'look',
      true,
    ]);
    expect(fixture.toldOf(1)).toEqual([expect.stringContaining('bad: is not known'), expect.stringContaining('no tool "jump"')]);
  });

  it('a tool that nobody is to see → runs, and no event tells of it', async () => {
    model.when({}, { text: 'done' });
    model.when({}, { tool_calls: [call('secret')] }, 1);
    const { events } = await consultation.chat(speaker());
    expect([namesOf(events), fixture.ran.length]).toEqual([['done'], 1]);
  });

  it('the same with arguments that do not fit → no event either', async () => {
    model.when({}, { text: 'done' });
    model.when({}, { tool_calls: [call('secret', { bad: 'password' })] }, 1);
    expect(namesOf((await consultation.chat(speaker())).events)).toEqual(['done']);
    expect(fixture.toldOf(1)).toEqual([expect.stringContaining('bad: is not known')]);
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
    fixture.act = async () => {
      saved.push((await consultation.saved())?.skills['answer']?.work?.calls.map(({ name }) => name));
      return { isError: false, value: null };
    };
    await consultation.chat(speaker());
    expect(saved).toEqual([['look']]);
  });

  it('the model calls for ever → max_steps ends it', async () => {
    model.when({}, { tool_calls: [call('look')] });
    await expect(consultation.chat(speaker({ maxSteps: 9 }))).rejects.toMatchObject({ code: 'skill_failed' });
    expect(fixture.ran).toHaveLength(4);
  });

  it('the worker dies while a tool runs → the next one runs the same call as the same step, and does not ask the model again', async () => {
    model.when({}, { text: 'done' });
    model.when({}, { tool_calls: [call('look')] }, 1);
    const dead = new AbortController();
    fixture.act = async () => {
      dead.abort(new Error('killed'));
      return { isError: false, value: null };
    };
    await expect(consultation.chat(speaker(), 'hello', dead.signal)).rejects.toThrow('killed');
    fixture.act = async () => ({ isError: false, value: 'again' });
    const { events } = await consultation.takeOver(speaker());
    expect(namesOf(events)).toEqual(['tool_call look', 'tool_result look', 'done']);
    expect(fixture.ran[1]).toEqual(fixture.ran[0]);
    expect(model.requests).toHaveLength(2);
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
