import type { Card } from '@parley/contracts';
import { cardOf, type FinishedRun, namesOf } from '@parley/testing';
import { steps } from './test/asks.js';
import { newSession, ONE_EACH, TRANSPORTS, type Transport, useStack } from './test/use-stack.js';

const stack = useStack({ gateways: ONE_EACH });

const gatewayOf = (transport: Transport) => stack().gateway(TRANSPORTS.indexOf(transport));
/** Whoever looks from elsewhere. */
const otherThan = (transport: Transport) => stack().gateway(1 - TRANSPORTS.indexOf(transport));

/** A session that is in the middle of something when the lights go out, and what it had shown by then. */
interface Before {
  session: string;
  run: FinishedRun;
}

async function asked(transport: Transport): Promise<Before> {
  const session = newSession();
  return { session, run: await gatewayOf(transport).ask(session, 'hi', { agent_id: 'ask' }) };
}

async function halfAnswered(transport: Transport): Promise<Before> {
  const session = newSession();
  await gatewayOf(transport).ask(session, 'hi', { agent_id: 'pair' });
  return { session, run: await gatewayOf(transport).answer(session, { 'left.value': 'L' }) };
}

async function finished(transport: Transport): Promise<Before> {
  const session = newSession();
  return { session, run: await gatewayOf(transport).ask(session, steps('a', 'b'), { agent_id: 'steps' }) };
}

const onBoth = async (begin: (transport: Transport) => Promise<Before>): Promise<Record<Transport, Before>> => ({
  handoff: await begin('handoff'),
  ndjson: await begin('ndjson'),
});

describe.each([
  ['all services are killed and started again', false],
  ['all services and Redis are killed and started again', true],
])('%s', (_what, withRedis) => {
  const before: Record<'asked' | 'half' | 'finished', Record<Transport, Before>> = {} as never;

  beforeAll(async () => {
    Object.assign(before, { asked: await onBoth(asked), half: await onBoth(halfAnswered), finished: await onBoth(finished) });
    await stack().killServices();
    if (withRedis) await stack().redis.restart();
    await stack().startServices();
  }, 60_000);

  test.each(TRANSPORTS)(
    'a card was pending (%s) → the same card with the same id; the turn goes on; what was done before it is not done again',
    async (transport) => {
      const { session, run } = before.asked[transport];
      const card: Card = cardOf(run);
      stack().model.when({ system_includes: 'name=Ada' }, { text: 'Hello Ada.' });
      for (const gateway of [gatewayOf(transport), otherThan(transport)]) {
        expect(await gateway.pendingCard(session)).toEqual({ has_pending_card: true, card });
        expect((await gateway.session(session)).awaiting_card).toBe(card.card_id);
      }
      const answered = await gatewayOf(transport).answer(session, { 'who.name': 'Ada' }, { card_id: card.card_id });
      expect([new Set(namesOf(answered.events)), answered.text]).toEqual([new Set(['run', 'token', 'end']), 'Hello Ada.']);
      expect(stack().effects.count(`${session}/before`)).toBe(1);
      expect(stack().effects.of(`${session}/after`)).toEqual([{ name: 'Ada' }]);
      const messages = await gatewayOf(transport).messages(session);
      expect(messages.map(({ role, content }) => [role, content])).toEqual([
        ['user', 'hi'],
        ['assistant', 'One moment. '],
        ['user', ''],
        ['assistant', 'Hello Ada.'],
      ]);
    },
  );

  test.each(TRANSPORTS)(
    'half a batch was answered (%s) → the rest is still asked for, and the first half is not lost',
    async (transport) => {
      const { session, run } = before.half[transport];
      expect((await otherThan(transport).pendingCard(session)).card).toEqual(cardOf(run));
      const answered = await gatewayOf(transport).answer(session, { 'right.value': 2 });
      expect(answered.text).toBe('left="L" right=2 note=undefined');
      expect(['after-left', 'after-right'].map((name) => stack().effects.count(`${session}/${name}`))).toEqual([1, 1]);
    },
  );

  test.each(TRANSPORTS)(
    'a run had ended (%s) → it can be seen again, the messages are there, the session goes on',
    async (transport) => {
      const { session, run } = before.finished[transport];
      expect(await (await otherThan(transport).stream(session, { runId: run.runId })).finished()).toEqual(run);
      expect((await gatewayOf(transport).messages(session)).map(({ content }) => content)).toEqual([steps('a', 'b'), 'ab']);
      expect((await gatewayOf(transport).ask(session, steps('c'))).text).toBe('c');
    },
  );
});

test.each(TRANSPORTS)(
  'the client and its gateway are gone before the card comes (%s) → the card is there when it looks again, and was asked once',
  async (transport) => {
    const session = newSession();
    stack().effects.hold(`${session}/before`);
    const stream = await gatewayOf(transport).chat(session, 'hi', { agent_id: 'ask', on_disconnect: 'continue' });
    await stream.shown('One moment. ');
    const gateway = stack().gateways[TRANSPORTS.indexOf(transport)];
    await gateway?.kill();
    await stream.ended();
    stack().effects.release(`${session}/before`);
    const seen = await (
      await otherThan(transport).stream(session, { runId: stream.runId, after: stream.events.length })
    ).finished();
    const { card } = await otherThan(transport).pendingCard(session);
    expect(seen.card).toEqual(card);
    await gateway?.start();
    expect((await gatewayOf(transport).pendingCard(session)).card).toEqual(card);
    const answered = await gatewayOf(transport).answer(session, { 'who.name': 'Ada' });
    expect(answered.terminal).toMatchObject({ event: 'end', data: { status: 'completed' } });
    expect(stack().effects.count(`${session}/before`)).toBe(1);
  },
);

test('no engine runs → the pending card is still there for all to see, and can be answered when one is back', async () => {
  const { session, run } = await asked('handoff');
  await stack().engines[0]?.kill();
  expect(await gatewayOf('handoff').pendingCard(session)).toEqual({ has_pending_card: true, card: cardOf(run) });
  await stack().startServices();
  const answered = await gatewayOf('handoff').answer(session, { 'who.name': 'Ada' });
  expect(answered.terminal).toMatchObject({ event: 'end', data: { status: 'completed' } });
});
