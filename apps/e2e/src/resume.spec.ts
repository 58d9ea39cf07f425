import type { Card, Problem } from '@parley/contracts';
import { answersOf, cardOf, resumeBody, type GatewayApi } from '@parley/testing';
import { asking, question, steps } from './test/asks.js';
import { problemOf, refusalOf } from './test/refusal.js';
import { newSession, useStack } from './test/use-stack.js';
import { textLike } from './test/matchers.js';

const stack = useStack({ gateways: [{ ENGINE_TRANSPORT: 'handoff' }, { ENGINE_TRANSPORT: 'ndjson' }] });

const send = (gateway: GatewayApi, session: string, body: unknown) => gateway.send('POST', `/sessions/${session}/resume`, body);

/** A right answer to the agent `form`. */
const ok = { field_key: 'f.text', value: 'x' };

describe.each([
  [0, 1],
  [1, 0],
])('resume through gateway %i, repeated through gateway %i', (one, two) => {
  const gateway = () => stack().gateway(one);
  const other = () => stack().gateway(two);

  async function pending(agent = 'ask'): Promise<{ session: string; card: Card }> {
    const session = newSession();
    return { session, card: cardOf(await gateway().ask(session, 'hi', { agent_id: agent })) };
  }

  async function answered(): Promise<{ session: string; card: Card; runId: string }> {
    const { session, card } = await pending();
    const { runId } = await gateway().answer(session, { 'who.name': 'Ada' }, { card_id: card.card_id });
    return { session, card, runId };
  }

  test.each([true, false])('valid answers for the pending card, with its id: %s → the turn goes on', async (withId) => {
    const { session, card } = await pending();
    const run = await gateway().answer(session, { 'who.name': 'Ada' }, withId ? { card_id: card.card_id } : {});
    expect(run.terminal).toMatchObject({ event: 'end', data: { status: 'completed' } });
    expect(stack().effects.of(`${session}/after`)).toEqual([{ name: 'Ada' }]);
  });

  test('the same answers again, later, in another order, with the item id, on the other gateway → joins: the same run from its start, nothing runs twice', async () => {
    const { session, card } = await pending();
    const values = { 'who.name': 'Ada', 'who.city': 'Paris' };
    const first = await gateway().answer(session, values, { card_id: card.card_id });
    const reversed = answersOf(values).reverse();
    const named = reversed.map((answer) => ({ ...answer, item_id: card.items[0]?.item_id }));
    for (const answers of [reversed, named]) {
      const again = await (await other().resume(session, answers, { card_id: card.card_id })).finished();
      expect(again).toEqual(first);
    }
    expect(await other().resumeJson(session, values, { card_id: card.card_id })).toMatchObject({
      run_id: first.runId,
      status: 'completed',
    });
    expect(stack().effects.count(`${session}/after`)).toBe(1);
    expect((await gateway().messages(session)).length).toBe(4);
  });

  test('the same answers again, after further turns → joins the run of then', async () => {
    const { session, card, runId } = await answered();
    await gateway().ask(session, 'and then?');
    const again = await (await other().resume(session, { 'who.name': 'Ada' }, { card_id: card.card_id })).finished();
    expect(again.runId).toBe(runId);
    expect(stack().effects.count(`${session}/after`)).toBe(1);
  });

  test('the same answers again while the run is still going → joins it live', async () => {
    const { session, card } = await pending();
    stack().effects.hold(`${session}/after`);
    const first = await gateway().resume(session, { 'who.name': 'Ada' }, { card_id: card.card_id });
    await stack().effects.arrived(`${session}/after`);
    const second = await other().resume(session, { 'who.name': 'Ada' }, { card_id: card.card_id });
    expect(second.runId).toBe(first.runId);
    stack().effects.release(`${session}/after`);
    expect(await second.finished()).toEqual(await first.finished());
    expect(stack().effects.count(`${session}/after`)).toBe(1);
  });

  test('the run of the answers failed and nothing came after → the same answers start a new run, and are not typed again', async () => {
    const { session, card } = await pending();
    stack().model.when({ system_includes: 'name=Ada' }, { status: 400 }, 1);
    const failed = await gateway().answer(session, { 'who.name': 'Ada' }, { card_id: card.card_id });
    expect(failed.terminal.event).toBe('error');
    const again = await other().answer(session, { 'who.name': 'Ada' }, { card_id: card.card_id });
    expect(again.runId).not.toBe(failed.runId);
    expect(again.terminal).toMatchObject({ event: 'end', data: { status: 'completed' } });
    // The skill ran to its end in the first run: its state was kept.
    expect(stack().effects.count(`${session}/after`)).toBe(1);
  });

  test('other answers for the answered card → 409 card_already_answered', async () => {
    const { session, card } = await answered();
    const reply = await send(other(), session, resumeBody({ 'who.name': 'Bob' }, { card_id: card.card_id }));
    expect(problemOf(reply)).toMatchObject({ status: 409, code: 'card_already_answered' });
    expect(problemOf(reply)).not.toHaveProperty('card');
    expect(stack().effects.of(`${session}/after`)).toEqual([{ name: 'Ada' }]);
  });

  test('other answers for the answered card while the next one is pending → 409 with that one in the body', async () => {
    const session = newSession();
    const first = cardOf(await gateway().ask(session, 'hi', { agent_id: 'again' }));
    const second = cardOf(await gateway().answer(session, { id_number: 'x' }, { card_id: first.card_id }));
    const reply = await send(other(), session, resumeBody({ id_number: '1' }, { card_id: first.card_id }));
    expect(problemOf(reply)).toMatchObject({ status: 409, code: 'card_already_answered', card: second });
    expect(await gateway().pendingCard(session)).toEqual({ has_pending_card: true, card: second });
  });

  test('a card that was superseded, or never was → 409 card_stale with the current card in the body', async () => {
    const session = newSession();
    const stale = cardOf(await gateway().ask(session, asking({ questions: [question('k')] }), { agent_id: 'asker' }));
    const next = asking({ questions: [question('k'), question('l')] });
    const current = cardOf(await gateway().ask(session, next, { on_pending_card: 'supersede' }));
    for (const card_id of [stale.card_id, 'card-that-never-was']) {
      const reply = await send(other(), session, resumeBody({ k: 'a' }, { card_id }));
      expect(problemOf(reply)).toMatchObject({ status: 409, code: 'card_stale', card: current });
    }
    expect(await gateway().pendingCard(session)).toEqual({ has_pending_card: true, card: current });
    expect(stack().effects.of(`${session}/asker`)).toEqual([{}, {}]);
  });

  test('a card that was cancelled, with answers → 409; cancelled again → joins', async () => {
    const session = newSession();
    const card = cardOf(await gateway().ask(session, asking({ questions: [question('k')] }), { agent_id: 'asker' }));
    const cancelled = await gateway().answer(session, [], { action: 'cancel', card_id: card.card_id });
    expect(refusalOf(await send(other(), session, resumeBody({ k: 'a' }, { card_id: card.card_id })))).toBe('409 card_stale');
    const again = await (await other().resume(session, [], { action: 'cancel', card_id: card.card_id })).finished();
    expect(again.runId).toBe(cancelled.runId);
  });

  test('nothing is pending → 409 no_pending_card without an id, 404 for an unknown session', async () => {
    const session = newSession();
    await gateway().ask(session, 'hi', { agent_id: 'talk' });
    expect(refusalOf(await send(gateway(), session, resumeBody({ k: 'a' })))).toBe('409 no_pending_card');
    expect(refusalOf(await send(gateway(), session, resumeBody({ k: 'a' }, { card_id: 'card-x' })))).toBe('409 card_stale');
    expect(refusalOf(await send(gateway(), newSession(), resumeBody({ k: 'a' })))).toBe('404 session_not_found');
  });

  test.each<[string, object[], object[]]>([
    ['a required answer is missing', [{ field_key: 'f.number', value: 1 }], [{ field_key: 'f.text', code: 'required' }]],
    ['nothing at all', [], [{ field_key: 'f.text', code: 'required' }]],
    ['null', [{ field_key: 'f.text', value: null }], [{ field_key: 'f.text', code: 'type' }]],
    ['a number for a text', [{ field_key: 'f.text', value: 1 }], [{ field_key: 'f.text', code: 'type' }]],
    ['a text too long', [{ field_key: 'f.text', value: '12345678901' }], [{ field_key: 'f.text', code: 'max_length' }]],
    ['a text too short', [ok, { field_key: 'f.code', value: 'A' }], [{ field_key: 'f.code', code: 'min_length' }]],
    ['a text of another form', [ok, { field_key: 'f.code', value: 'ab' }], [{ field_key: 'f.code', code: 'pattern' }]],
    [
      'a text of more than 64 KiB',
      [ok, { field_key: 'f.long', value: 'x'.repeat(65_537) }],
      [{ field_key: 'f.long', code: 'too_large' }],
    ],
    ['a text for a number', [ok, { field_key: 'f.number', value: '1' }], [{ field_key: 'f.number', code: 'type' }]],
    ['a number out of range', [ok, { field_key: 'f.number', value: 11 }], [{ field_key: 'f.number', code: 'max' }]],
    ['a day that is in no calendar', [ok, { field_key: 'f.date', value: '2023-02-29' }], [{ field_key: 'f.date', code: 'type' }]],
    ['0 for yes or no', [ok, { field_key: 'f.flag', value: 0 }], [{ field_key: 'f.flag', code: 'type' }]],
    ['an option that is not offered', [ok, { field_key: 'f.one', value: 'A' }], [{ field_key: 'f.one', code: 'option' }]],
    ['one of several not offered', [ok, { field_key: 'f.some', value: ['x', 'z'] }], [{ field_key: 'f.some', code: 'option' }]],
    ['a choice twice', [ok, { field_key: 'f.some', value: ['x', 'x'] }], [{ field_key: 'f.some', code: 'option' }]],
    ['a key nobody asked for', [ok, { field_key: 'f.other', value: 1 }], [{ field_key: 'f.other', code: 'unknown_key' }]],
    ['a key of the prototype', [ok, { field_key: '__proto__.x', value: 1 }], [{ field_key: '__proto__.x', code: 'unknown_key' }]],
    ['a key twice', [ok, ok], [{ field_key: 'f.text', code: 'duplicate' }]],
    ['an item that is not there', [{ ...ok, item_id: 'nobody' }], [{ field_key: 'f.text', code: 'unknown_item' }]],
    [
      'several faults',
      [
        { field_key: 'f.number', value: -1 },
        { field_key: 'f.flag', value: 'yes' },
      ],
      [
        { field_key: 'f.text', code: 'required' },
        { field_key: 'f.number', code: 'min' },
        { field_key: 'f.flag', code: 'type' },
      ],
    ],
  ])('%s → 422 with what is wrong; the card stays as it is and can be answered', async (_what, answers, errors) => {
    const { session, card } = await pending('form');
    const reply = await send(gateway(), session, { card_id: card.card_id, user_response: { answers } });
    const problem = problemOf(reply);
    expect(problem).toMatchObject({ status: 422, code: 'answers_invalid' });
    const found = (problem.errors ?? []) as { field_key: string; code: string; message: string }[];
    expect(found.map(({ field_key, code }) => ({ field_key, code }))).toEqual(expect.arrayContaining(errors));
    for (const { message } of found) expect(message).toEqual(textLike(/\S/));
    expect(await other().pendingCard(session)).toEqual({ has_pending_card: true, card });
    expect(stack().effects.count(`${session}/form`)).toBe(0);
    await other().answer(session, { 'f.text': 'x' }, { card_id: card.card_id });
    expect(stack().effects.of(`${session}/form`)).toEqual([{ text: 'x' }]);
  });

  test.each<[string, unknown]>([
    ['no user_response', {}],
    ['null', { user_response: null }],
    ['a list', { user_response: [] }],
    ['no answers', { user_response: {} }],
    ['answers: null', { user_response: { answers: null } }],
    ['answers: {}', { user_response: { answers: {} } }],
    ['answers as an object of indexes', { user_response: { answers: { 0: ok } } }],
    ['answers: [null]', { user_response: { answers: [null] } }],
    ['answers: [[]]', { user_response: { answers: [[ok]] } }],
    ['answers: ["x"]', { user_response: { answers: ['x'] } }],
    ['an answer without a key', { user_response: { answers: [{ value: 'x' }] } }],
    ['a key that is no text', { user_response: { answers: [{ field_key: 1, value: 'x' }] } }],
    ['an unknown action', { user_response: { action: 'approve', answers: [ok] } }],
    ['an unknown member above', { user_response: { answers: [ok] }, cardid: 'x' }],
    ['an unknown member below', { user_response: { answers: [ok], extra: 1 } }],
    ['an unknown member in an answer', { user_response: { answers: [{ ...ok, label: 'x' }] } }],
    ['a card id that is no text', { card_id: 7, user_response: { answers: [ok] } }],
  ])('%s → 400, the card stays as it is', async (_what, body) => {
    const { session, card } = await pending('form');
    const problem: Problem = problemOf(await send(gateway(), session, body));
    expect(problem).toMatchObject({ status: 400, code: 'validation_failed' });
    expect(problem.errors?.length).toBeGreaterThan(0);
    expect(await other().pendingCard(session)).toEqual({ has_pending_card: true, card });
  });

  test('a message while a card is pending → 409 card_pending with the card, which stays; the message is nowhere', async () => {
    const { session, card } = await pending();
    const reply = await other().send('POST', `/sessions/${session}/chat`, { message: 'what is the weather' });
    expect(problemOf(reply)).toMatchObject({ status: 409, code: 'card_pending', card });
    expect(await gateway().pendingCard(session)).toEqual({ has_pending_card: true, card });
    expect(JSON.stringify(await gateway().messages(session))).not.toContain('weather');
    expect((await gateway().answer(session, { 'who.name': 'Ada' })).terminal.event).toBe('end');
    expect((await gateway().ask(session, 'hello')).terminal.event).toBe('end');
  });

  test('a message that supersedes the card → is answered; the card is gone; the session goes on', async () => {
    const { session } = await pending();
    const run = await other().ask(session, steps('sunny'), { agent_id: 'steps', on_pending_card: 'supersede' });
    expect(run.text).toBe('sunny');
    expect((await gateway().ask(session, 'hello', { agent_id: 'talk' })).text).toBe('echo: hello');
    expect(stack().effects.count(`${session}/after`)).toBe(0);
  });
});
