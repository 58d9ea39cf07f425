import type { Card } from '@parley/contracts';
import { cardOf, namesOf } from '@parley/testing';
import { problemOf } from './test/refusal.js';
import { BOTH_TRANSPORTS, gatewayOf, newSession, TRANSPORTS, useStack } from './test/use-stack.js';

const stack = useStack({ gateways: BOTH_TRANSPORTS });

describe.each(TRANSPORTS)('two skills ask at once, over %s', (transport) => {
  const gateway = (which: 0 | 1 = 0) => stack().gateway(gatewayOf(transport, which));
  const counts = (session: string) => ['after-left', 'after-right'].map((name) => stack().effects.count(`${session}/${name}`));
  const [LEFT, RIGHT] = [0, 1];
  const itemOf = (card: Card, at: number) => card.items[at]?.item_id ?? '';

  async function pending(): Promise<{ session: string; card: Card }> {
    const session = newSession();
    const run = await gateway().ask(session, 'hi', { agent_id: 'pair' });
    expect(namesOf(run.events)).toEqual(['run', 'card', 'end']);
    return { session, card: cardOf(run) };
  }

  test('both ask → one card with two items, in the order of the agent', async () => {
    const { card } = await pending();
    expect(card.items).toMatchObject([
      {
        skill: 'left',
        review_type: 'select',
        message: 'The left one.',
        questions: [{ field_key: 'left.value' }, { field_key: 'note' }],
      },
      {
        skill: 'right',
        review_type: 'confirm',
        message: 'The right one.',
        questions: [{ field_key: 'right.value' }, { field_key: 'note' }],
      },
    ]);
    expect(itemOf(card, LEFT)).not.toBe(itemOf(card, RIGHT));
  });

  test.each([
    ['left first', LEFT, { 'left.value': 'L' }, [1, 0], { 'right.value': 2 }],
    ['right first', RIGHT, { 'right.value': 2 }, [0, 1], { 'left.value': 'L' }],
  ])(
    'answered one at a time, %s → its work is done; a new card asks for the other one alone; then all is done once',
    async (_what, first, answers, done, rest) => {
      const { session, card } = await pending();
      const half = await gateway().answer(session, answers, { card_id: card.card_id });
      expect(namesOf(half.events)).toEqual(['run', 'card', 'end']);
      expect(counts(session)).toEqual(done);
      const next = cardOf(half);
      expect(next.card_id).not.toBe(card.card_id);
      expect(next.items).toEqual([card.items[1 - first]]);

      const whole = await gateway(1).answer(session, rest, { card_id: next.card_id });
      expect(whole.text).toBe('left="L" right=2 note=undefined');
      expect(counts(session)).toEqual([1, 1]);
      // A late double click on the first half still finds its own run.
      const again = await (await gateway(1).resume(session, answers, { card_id: card.card_id })).finished();
      expect(again.runId).toBe(half.runId);
      expect(counts(session)).toEqual([1, 1]);
    },
  );

  test('answered both at once → done, without another card', async () => {
    const { session } = await pending();
    const run = await gateway().answer(session, { 'left.value': 'L', 'right.value': 0 });
    expect(run.text).toBe('left="L" right=0 note=undefined');
    expect(counts(session)).toEqual([1, 1]);
  });

  test('a key that both ask for, without an item → 422 ambiguous_item; with it → taken', async () => {
    const { session, card } = await pending();
    const answers = [
      { field_key: 'left.value', value: 'L' },
      { field_key: 'note', value: 'n' },
    ];
    const refused = problemOf(await gateway().send('POST', `/sessions/${session}/resume`, { user_response: { answers } }));
    expect(refused).toMatchObject({ status: 422, errors: [{ field_key: 'note', code: 'ambiguous_item' }] });
    expect(await gateway().pendingCard(session)).toEqual({ has_pending_card: true, card });
    const named = answers.map((answer) => ({ ...answer, item_id: itemOf(card, LEFT) }));
    const next = cardOf(await gateway().answer(session, named));
    expect(next.items.map(({ skill }) => skill)).toEqual(['right']);
    expect((await gateway().answer(session, { 'right.value': 2 })).text).toBe('left="L" right=2 note="n"');
  });

  test('an item with an answer, but without a required one → 422, the card stays', async () => {
    const { session, card } = await pending();
    const answers = [{ field_key: 'note', value: 'n', item_id: itemOf(card, RIGHT) }];
    const refused = problemOf(await gateway().send('POST', `/sessions/${session}/resume`, { user_response: { answers } }));
    expect(refused).toMatchObject({
      status: 422,
      errors: [{ field_key: 'right.value', item_id: itemOf(card, RIGHT), code: 'required' }],
    });
    expect(await gateway().pendingCard(session)).toEqual({ has_pending_card: true, card });
  });

  test('cancelled → both skills are told, the turn goes on', async () => {
    const { session } = await pending();
    const run = await gateway().answer(session, [], { action: 'cancel' });
    expect(run.text).toBe('left=undefined right=undefined note=undefined');
    expect(counts(session)).toEqual([0, 0]);
  });

  test('stream: false → the half answered card is in _interrupt', async () => {
    const { session } = await pending();
    const half = await gateway().resumeJson(session, { 'left.value': 'L' });
    expect(half).toMatchObject({ status: 'interrupted', result: { _interrupt: { items: [{ skill: 'right' }] } } });
    expect((await gateway().pendingCard(session)).card).toEqual(half.result._interrupt);
  });
});
