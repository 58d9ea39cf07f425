import { ParleyError, type SkillResult } from '@parley/contracts';
import { RunStopped } from '../run/run-stopped.js';
import { ConsultationFixture, recorder } from './test/consultation-fixture.js';
import { agentOf, form, moduleSkill, question } from './test/states.js';

const go = (state?: Record<string, unknown>): SkillResult => ({ ...(state && { state }), control: { action: 'continue' } });
const ask = (key: string): SkillResult => ({
  control: { action: 'ask_user', review_type: 'clarify', questions: [question(key)] },
});
const answerWith = (text: string) => ({
  kind: 'module' as const,
  module: recorder(async (ctx) => (await ctx.emit({ event: 'token', data: { text } }), go())).module,
});

describe('a consultation', () => {
  const consultation = new ConsultationFixture();

  it('nothing to ask → the answer speaks', async () => {
    const { events, card, state } = await consultation.chat(agentOf([], { answer: answerWith('hi') }));
    expect(events).toEqual([{ event: 'token', data: expect.objectContaining({ text: 'hi', node: 'answer' }) as unknown }]);
    expect([card, state?.phase]).toEqual([undefined, 'answered']);
  });

  it('two forms in parallel → one card; answered one at a time, the rest comes back under its item id', async () => {
    const report = recorder(() => go({ reported: true }));
    const agent = agentOf([form('a'), form('b'), moduleSkill('report', { requires: ['a', 'b'], ...report })]);
    const first = await consultation.chat(agent);
    expect(first.card?.items.map(({ skill }) => skill)).toEqual(['a', 'b']);
    const second = await consultation.resume(agent, first.card!, { b: { b: false } });
    expect(second.card?.items).toEqual([first.card?.items[0]]);
    expect(second.card?.card_id).not.toBe(first.card?.card_id);
    const third = await consultation.resume(agent, second.card!, { a: { a: 0 } });
    expect(third.card).toBeUndefined();
    expect(report.calls.map(({ state }) => state)).toEqual([{ a: 0, b: false }]);
  });

  it('a module asks, rejects and asks again → a new item each time, its own answers only, a step id of its own for each run', async () => {
    const pin = recorder((ctx) => (ctx.answers['pin'] === 'right' ? go({ pin: 'right' }) : ask('pin')));
    const agent = agentOf([moduleSkill('pin', pin)]);
    const first = await consultation.chat(agent);
    const second = await consultation.resume(agent, first.card!, { pin: { pin: 'wrong' } });
    expect(second.card?.items[0]?.item_id).not.toBe(first.card?.items[0]?.item_id);
    const third = await consultation.resume(agent, second.card!, { pin: { pin: 'right' } });
    expect(third.card).toBeUndefined();
    expect(pin.calls.map(({ answers }) => answers)).toEqual([{}, { pin: 'wrong' }, { pin: 'right' }]);
    expect(new Set(pin.calls.map(({ stepId }) => stepId)).size).toBe(3);
  });

  it('the card is cancelled → the skill is told, and goes on', async () => {
    const pin = recorder((ctx) => (ctx.cancelled ? go({ pin: 'none' }) : ask('pin')));
    const agent = agentOf([moduleSkill('pin', pin)]);
    const { card } = await consultation.chat(agent);
    const after = await consultation.resume(agent, card!, { pin: {} }, 'cancel');
    expect([after.card, after.state?.facts]).toEqual([undefined, { pin: 'none' }]);
  });

  it('the answer asks → a card; answered, it goes on, as a step of its own', async () => {
    const speaker = recorder((ctx) => (ctx.answers['more'] === undefined ? ask('more') : go({ told: ctx.answers['more'] })));
    const agent = agentOf([], { answer: { kind: 'module', module: speaker.module } });
    const { card } = await consultation.chat(agent);
    expect(card?.items.map(({ skill }) => skill)).toEqual(['answer']);
    const after = await consultation.resume(agent, card!, { answer: { more: false } });
    expect([after.card, after.state?.facts, after.state?.phase]).toEqual([undefined, { more: false, told: false }, 'answered']);
    expect(new Set(speaker.calls.map(({ stepId }) => stepId)).size).toBe(2);
  });

  it('the answer leaves a todo → said, as a skill says it', async () => {
    const todo = recorder((): SkillResult => ({ control: { action: 'todo', title: 'Call back' } }));
    const { events } = await consultation.chat(agentOf([], { answer: { kind: 'module', module: todo.module } }));
    expect(events).toEqual([{ event: 'todo', data: expect.objectContaining({ title: 'Call back' }) as unknown }]);
  });

  it('a new message while asking → asked anew, with a new item', async () => {
    const agent = agentOf([form('a')]);
    const first = await consultation.chat(agent);
    const second = await consultation.chat(agent, 'something else');
    expect(second.card?.items[0]?.item_id).not.toBe(first.card?.items[0]?.item_id);
  });

  it('a second message → facts stay, a skill whose product is there does not run again', async () => {
    const once = recorder(() => go({ x: 1 }));
    const agent = agentOf([moduleSkill('x', once)]);
    await consultation.chat(agent);
    const { state } = await consultation.chat(agent);
    expect([once.calls.length, state?.facts]).toEqual([1, { x: 1 }]);
  });

  it('a skill fails → the turn fails with its code, and what finished before it stays', async () => {
    const failing = recorder((_ctx, call) => {
      if (call === 1) throw new Error('no');
      return go({ b: 1 });
    });
    const before = recorder(() => go({ a: 1 }));
    const agent = agentOf([moduleSkill('a', before), moduleSkill('b', { requires: ['a'], ...failing })]);
    await expect(consultation.chat(agent)).rejects.toMatchObject({ code: 'skill_failed' });
    const { state } = await consultation.chat(agent);
    expect([before.calls.length, state?.facts]).toEqual([1, { a: 1, b: 1 }]);
  });

  it('a worker dies after a step → the next attempt goes on behind it, with the same step id for the step it was in', async () => {
    const before = recorder(() => go({ a: 1 }));
    const dying = recorder((_ctx, call) => {
      if (call === 1) throw new RunStopped('taken_over');
      return go({ b: 1 });
    });
    const agent = agentOf([moduleSkill('a', before), moduleSkill('b', { requires: ['a'], ...dying })]);
    await expect(consultation.chat(agent)).rejects.toBeDefined();
    const { state } = await consultation.takeOver(agent);
    expect([before.calls.length, state?.facts]).toEqual([1, { a: 1, b: 1 }]);
    expect(dying.calls[0]?.stepId).toBe(dying.calls[1]?.stepId);
  });

  it('a worker dies between the gate and the close → the next attempt ends with the very same card', async () => {
    const agent = agentOf([form('a')]);
    const { card } = await consultation.chat(agent);
    expect((await consultation.takeOver(agent)).card).toEqual(card);
  });

  it('a skill never settles, and the turn is ended → the graph ends with the reason', async () => {
    const controller = new AbortController();
    const reason = new ParleyError('turn_timeout');
    const hanging = recorder(() => {
      setImmediate(() => controller.abort(reason));
      return new Promise<SkillResult>(() => undefined);
    });
    const agent = agentOf([moduleSkill('a', hanging)]);
    await expect(consultation.chat(agent, 'hello', controller.signal)).rejects.toBe(reason);
  });

  it('more steps than allowed → skill_failed', async () => {
    const agent = agentOf(
      [
        moduleSkill(
          'a',
          recorder(() => go({ a: 1 })),
        ),
        moduleSkill('b', { requires: ['a'] }),
      ],
      { maxSteps: 2 },
    );
    await expect(consultation.chat(agent)).rejects.toMatchObject({ code: 'skill_failed' });
  });
});
