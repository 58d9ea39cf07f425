import 'reflect-metadata';
import type { Card } from '@parley/contracts';
import { ResolvedToolbox } from '../tools/resolved-toolbox.js';
import { recorder } from './test/consultation-fixture.js';
import { moduleSkill } from './test/states.js';
import { approvals, namesOf, speaker, ToolsFixture } from './test/tools-fixture.js';

const fixture = new ToolsFixture();
const { consultation, model } = fixture;

describe('a tool that needs a confirmation', () => {
  /** Answers the first items of the card. */
  const say = (card: Card, ...said: boolean[]) => consultation.answer(speaker(), card, approvals(card, ...said));

  it('the model wants it → a confirm card that names the call; nothing has run', async () => {
    fixture.wants('look', 'pay');
    const { card, events } = await consultation.chat(speaker());
    expect(card).toMatchObject({
      review_type: 'confirm',
      items: [{ skill: 'answer', review_type: 'confirm', tool_name: 'pay', tool_call_id: expect.any(String) as unknown }],
      questions: [{ input_type: 'boolean', required: true, field_key: 'approvals.pay', help: '{\n  "n": 1\n}' }],
    });
    expect([fixture.ran, namesOf(events)]).toEqual([[], []]);
  });

  it('approved → all calls of that answer run, and the model speaks; it is not asked again', async () => {
    fixture.wants('look', 'pay');
    const { card } = await consultation.chat(speaker());
    const { events } = await say(card!, true);
    expect(fixture.ran.map(({ name }) => name)).toEqual(['look', 'pay']);
    expect(namesOf(events).at(-1)).toBe('done');
    expect(model.requests).toHaveLength(2);
  });

  it('rejected → it does not run, and the model is told', async () => {
    fixture.wants('pay');
    const { card } = await consultation.chat(speaker());
    const { events } = await say(card!, false);
    expect([fixture.ran, namesOf(events)]).toEqual([[], ['done']]);
    expect(fixture.toldOf(1)).toEqual(['The user did not allow this call.']);
  });

  it('it has to be confirmed only since the model wanted it → it does not run unasked, and the model may call again', async () => {
    fixture.wants('pay');
    const free = new ResolvedToolbox([fixture.tool('pay')]);
    const asking = consultation.toolbox;
    const dead = new AbortController();
    fixture.act = async () => {
      dead.abort(new Error('killed'));
      return { isError: false, value: null };
    };
    consultation.toolbox = free;
    await expect(consultation.chat(speaker(), 'hello', dead.signal)).rejects.toThrow('killed');
    consultation.toolbox = asking;
    fixture.ran = [];
    await consultation.takeOver(speaker());
    expect([fixture.ran, fixture.toldOf(1)]).toEqual([[], [expect.stringContaining('has to confirm it')]]);
  });

  it('a skill has finished, the answer asks → after the answer no further skill begins', async () => {
    fixture.wants('pay');
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
    expect([fixture.ran.length, later.calls]).toEqual([1, []]);
  });

  it('the card is cancelled → the same', async () => {
    fixture.wants('pay');
    const { card } = await consultation.chat(speaker());
    await consultation.resume(speaker(), card!, { answer: {} }, 'cancel');
    expect([fixture.ran, fixture.toldOf(1)]).toEqual([[], ['The user did not allow this call.']]);
  });

  it('two of them, one answered → the other comes back as the same item, and nothing runs before it is answered', async () => {
    fixture.wants('pay', 'pay');
    const first = await consultation.chat(speaker());
    const second = await say(first.card!, true);
    expect([second.card?.items, fixture.ran]).toEqual([[first.card?.items[1]], []]);
    await say(second.card!, false);
    expect(fixture.ran.map(({ args }) => args)).toEqual([{ n: 0 }]);
    expect(fixture.toldOf(1)).toEqual(['{"from":"pay"}', 'The user did not allow this call.']);
  });

  it('a new message instead of an answer → the call never runs, and the new prompt knows nothing of it', async () => {
    fixture.wants('pay');
    await consultation.chat(speaker());
    const { events } = await consultation.chat(speaker(), 'something else');
    expect([fixture.ran, namesOf(events)]).toEqual([[], ['done']]);
    expect(model.requests[1]?.view.messages.map(({ role }) => role)).toEqual(['system', 'user']);
  });
});
