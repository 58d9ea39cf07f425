import { cardOf, namesOf } from '@parley/testing';
import { asking, question } from './test/asks.js';
import { newSession, ONE_EACH, TRANSPORTS, useStack } from './test/use-stack.js';

const stack = useStack({ gateways: ONE_EACH });

describe.each(TRANSPORTS)('asking over %s', (transport) => {
  const gateway = () => stack().gateway(TRANSPORTS.indexOf(transport));

  test('a skill asks again until the answer fits → a card of its own each time; the first ask is not begun again; the last answer counts', async () => {
    const session = newSession();
    const cards = [cardOf(await gateway().ask(session, 'hi', { agent_id: 'again' }))];
    for (const value of ['x', 'y']) {
      const run = await gateway().answer(session, { id_number: value });
      expect(namesOf(run.events)).toEqual(['run', 'card', 'end']);
      cards.push(cardOf(run));
    }
    expect(new Set(cards.map(({ card_id }) => card_id)).size).toBe(3);
    expect(cards.map(({ message }) => message)).toEqual([undefined, 'x is no number.', 'y is no number.']);
    expect((await gateway().answer(session, { id_number: '42' })).text).toBe('id=42');
    expect(stack().effects.count(`${session}/begun`)).toBe(1);
  });

  test('false, 0, "" and an empty choice → values, which reach the state unchanged', async () => {
    const session = newSession();
    await gateway().ask(session, 'hi', { agent_id: 'form' });
    const values = {
      'f.text': '',
      'f.long': ' ',
      'f.number': 0,
      'f.date': '2024-02-29',
      'f.flag': false,
      'f.one': 'a',
      'f.some': [],
    };
    const run = await gateway().answer(session, values);
    const state = { text: '', long: ' ', number: 0, date: '2024-02-29', flag: false, one: 'a', some: [] };
    expect(stack().effects.of(`${session}/form`)).toEqual([state]);
    expect(JSON.parse(run.text)).toEqual(state);
  });

  test('numbers, dates and texts as they were typed → the same in the state', async () => {
    const session = newSession();
    const questions = [question('n', { input_type: 'number' }), question('t'), question('deep.er.key')];
    await gateway().ask(session, asking({ questions }), { agent_id: 'asker' });
    const values = { n: 0.1, t: '007 \u0000 😀 </script>', 'deep.er.key': '9007199254740993' };
    await gateway().answer(session, values);
    expect(stack().effects.of(`${session}/asker`)).toEqual([{}, values]);
  });

  test('a card of optional questions, submitted empty → the turn goes on without them', async () => {
    const session = newSession();
    await gateway().ask(session, 'hi', { agent_id: 'optional' });
    expect((await gateway().answer(session, [])).text).toBe('maybe=null');
    // It was answered: it is not asked again.
    expect((await gateway().ask(session, 'hi')).card?.items[0]?.skill).not.toBe('never');
  });

  test('the card is cancelled → its skill is told, and the turn goes on', async () => {
    const session = newSession();
    const asked = await gateway().ask(session, asking({ questions: [question('k')] }), { agent_id: 'asker' });
    const run = await gateway().answer(session, [], { action: 'cancel', card_id: cardOf(asked).card_id });
    expect(run.text).toBe('asked={}');
    expect(await gateway().pendingCard(session)).toEqual({ has_pending_card: false, card: null });
  });

  test('the same question is asked in two turns → two cards with two ids', async () => {
    const session = newSession();
    const message = asking({ questions: [question('k')] });
    const first = cardOf(await gateway().ask(session, message, { agent_id: 'asker' }));
    await gateway().answer(session, { k: 'a' });
    const second = cardOf(await gateway().ask(session, message));
    expect(second.card_id).not.toBe(first.card_id);
    expect(second.questions).toMatchObject([{ field_key: 'k' }]);
  });
});
