import { cardOf, namesOf } from '@parley/testing';
import { asking, question, steps } from './test/asks.js';
import { newSession, ONE_EACH, TRANSPORTS, useStack } from './test/use-stack.js';
import { textLike } from './test/matchers.js';

const stack = useStack({ gateways: ONE_EACH });

describe.each(TRANSPORTS)('a consultation over %s', (transport) => {
  const gateway = () => stack().gateway(TRANSPORTS.indexOf(transport));

  test('chat, card, resume: tokens and a card; the pending card; more tokens to the end; all of it in messages', async () => {
    const session = newSession();
    stack().model.when({ system_includes: 'name=Ada city=' }, { tokens: ['Hello', ' ', 'Ada', '.'] });

    const asked = await gateway().ask(session, 'I lent money.', { agent_id: 'ask' });
    expect(namesOf(asked.events)).toEqual(['run', 'token', 'token', 'card', 'end']);
    expect(asked.events[0]).toMatchObject({ data: { session_id: session, turn: 1, agent_id: 'ask', kind: 'chat' } });
    expect(asked.text).toBe('One moment. ');
    const card = cardOf(asked);
    expect(card).toMatchObject({ review_type: 'clarify', message: 'First of all.', items: [{ skill: 'who', source: 'local' }] });
    expect(card.questions).toMatchObject([
      { question: 'What is your name?', field_key: 'who.name', input_type: 'text', required: true, max_length: 40 },
      { question: 'Where do you live?', field_key: 'who.city', input_type: 'text', required: false },
    ]);
    expect(stack().effects.count(`${session}/after`)).toBe(0);

    const answered = await gateway().answer(session, { 'who.name': 'Ada' }, { card_id: card.card_id });
    expect(namesOf(answered.events)).toEqual(['run', 'token', 'token', 'token', 'token', 'end']);
    expect(answered.events[0]).toMatchObject({ data: { session_id: session, turn: 2, agent_id: 'ask', kind: 'resume' } });
    expect(answered.text).toBe('Hello Ada.');
    expect(answered.terminal).toMatchObject({ event: 'end', data: { status: 'completed', usage: { completion_tokens: 4 } } });
    expect(stack().effects.count(`${session}/before`)).toBe(1);
    expect(stack().effects.of(`${session}/after`)).toEqual([{ name: 'Ada' }]);

    const messages = await gateway().messages(session);
    expect(messages).toMatchObject([
      { role: 'user', content: 'I lent money.', turn: 1, run_id: asked.runId },
      { role: 'assistant', content: 'One moment. ', turn: 1, run_id: asked.runId, card },
      { role: 'user', content: '', turn: 2, run_id: answered.runId, answers: [{ field_key: 'who.name', value: 'Ada' }] },
      { role: 'assistant', content: 'Hello Ada.', turn: 2, run_id: answered.runId },
    ]);
    expect(new Set(messages.map(({ message_id }) => message_id)).size).toBe(4);
    const tokens = answered.events.filter(({ event }) => event === 'token');
    expect(new Set(tokens.map(({ data }) => (data as { message_id: string }).message_id))).toEqual(
      new Set([messages[3]?.message_id]),
    );
  });

  test('stream: false → JSON; result._interrupt exactly when the turn was interrupted, and it is the pending card', async () => {
    const session = newSession();
    stack().model.when({ system_includes: 'name=Bo' }, { text: 'Hello Bo.' });

    const asked = await gateway().chatJson(session, 'hi', { agent_id: 'ask' });
    const { card } = await gateway().pendingCard(session);
    expect(asked).toEqual({
      run_id: textLike(/^chat-/),
      session_id: session,
      turn: 1,
      status: 'interrupted',
      output: 'One moment. ',
      result: { role: 'assistant', content: 'One moment. ', _interrupt: card },
    });
    expect(card).not.toBeNull();

    expect(await gateway().resumeJson(session, { 'who.name': 'Bo' })).toEqual({
      run_id: textLike(/^chat-/),
      session_id: session,
      turn: 2,
      status: 'completed',
      output: 'Hello Bo.',
      result: { role: 'assistant', content: 'Hello Bo.' },
    });
    expect(await gateway().pendingCard(session)).toEqual({ has_pending_card: false, card: null });
  });

  test('Accept: application/json alone → JSON, stream: true wins over it', async () => {
    const session = newSession();
    const headers = { accept: 'application/json' };
    const reply = await gateway().send('POST', `/sessions/${session}/chat`, { message: 'x', agent_id: 'talk' }, headers);
    expect(reply.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(reply.json).toMatchObject({ status: 'completed', output: 'echo: x' });
    expect((await gateway().ask(session, 'y', { stream: true }, headers)).text).toBe('echo: y');
  });

  test('a further turn → the facts are still there, nothing is asked or done again', async () => {
    const session = newSession();
    await gateway().ask(session, 'hi', { agent_id: 'ask' });
    await gateway().answer(session, { 'who.name': 'Cy' });
    const [before, after] = [`${session}/before`, `${session}/after`];
    stack().model.when({ system_includes: 'name=Cy', last_user_includes: 'again' }, { text: 'Still Cy.' });

    const run = await gateway().ask(session, 'again');
    expect(run.text).toBe('Still Cy.');
    expect([stack().effects.count(before), stack().effects.count(after)]).toEqual([1, 1]);
    const call = stack().model.requests.at(-1);
    expect(call?.view.messages.slice(1)).toEqual([
      { role: 'user', content: 'hi' },
      { role: 'assistant', content: 'One moment. ' },
      { role: 'assistant', content: 'echo: hi' },
      { role: 'user', content: 'again' },
    ]);
  });

  test('twenty turns of every kind in a row → each has its end, turns count up, the next one is always free to start', async () => {
    const session = newSession();
    const asked = asking({ questions: [question('k', { input_type: 'boolean' })] });
    stack().model.when({ last_user_includes: 'fail' }, { status: 400 });
    for (let round = 0; round < 4; round += 1) {
      const runs = [
        await gateway().ask(session, 'a', { agent_id: 'talk' }),
        await gateway().ask(session, 'fail', { agent_id: 'talk' }),
        await gateway().ask(session, asked, { agent_id: 'asker' }),
        await gateway().answer(session, { k: false }),
        await gateway().ask(session, steps('b'), { agent_id: 'steps' }),
      ];
      expect(runs.map(({ terminal, text }) => [terminal.event, text])).toEqual([
        ['end', 'echo: a'],
        ['error', ''],
        ['end', ''],
        ['end', 'asked={"k":false}'],
        ['end', 'b'],
      ]);
    }
    expect((await gateway().session(session)).turn).toBe(20);
  });
});
