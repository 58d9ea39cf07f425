import type { Card } from '@parley/contracts';
import { cardOf, type RunStream } from '@parley/testing';
import { refusalOf } from '../test/refusal.js';
import { newSession, TRANSPORTS, useStack } from '../test/use-stack.js';
import type { LinkGate } from '../turns/test/link-gate.js';
import { gateToStore } from '../turns/test/services.js';
import { CARD_AGENTS_DIR } from './test/card-agents.js';

const STALL_DETECT_MS = 1500;

const stack = useStack({
  gateways: TRANSPORTS.map((ENGINE_TRANSPORT) => ({ ENGINE_TRANSPORT })),
  env: { STALL_DETECT_MS: String(STALL_DETECT_MS) },
  agentsDir: CARD_AGENTS_DIR,
});

/** Engine ⇄ store. */
let gate: LinkGate;
beforeAll(async () => {
  gate = await gateToStore(stack(), 'engines', 0);
}, 60_000);
afterAll(() => gate.cut());
afterEach(() => gate.release());

const A = { 'a.value': 'A' };
const REST = { 'b.value': true, 'c.value': 3 };
const ALL = 'a="A" b=true c=3';

const skillsOf = (card: Card): string[] => card.items.map(({ skill }) => skill);
const counts = (session: string) => ['a', 'b', 'c'].map((name) => stack().effects.count(`${session}/after-${name}`));

const [HANDOFF, NDJSON] = [0, 1];

/** Where the run is when it is lost: nobody has it, or a worker has it and has not begun. */
const POINTS = ['requests', 'replies'] as const;

describe.each(TRANSPORTS)('the run of a partial answer is lost before its first checkpoint, over %s', (transport) => {
  const gateway = () => stack().gateway(TRANSPORTS.indexOf(transport));

  async function pending(): Promise<{ session: string; card: Card }> {
    const session = newSession();
    return { session, card: cardOf(await gateway().ask(session, 'hi', { agent_id: 'trio' })) };
  }

  /** A run whose worker does not come past its claim; `stopped` says what ended it. */
  async function lost(
    point: (typeof POINTS)[number],
    start: () => Promise<RunStream>,
    stop: () => Promise<unknown>,
  ): Promise<void> {
    gate.hold(point, /"turn\.claim"/);
    const stream = await start();
    await gate.untilHolding();
    await stop();
    expect((await stream.finished()).terminal.event).toBe('preempted');
    gate.release();
  }

  const partial =
    (session: string, { card_id }: Card) =>
    () =>
      gateway().resume(session, A, { card_id });

  test.each(POINTS)(
    'it is stopped (%s held), and then a chat comes → it asks for the rest alone; the answer is there',
    async (point) => {
      const { session, card } = await pending();
      await lost(point, partial(session, card), () => gateway().abort(session));
      expect(counts(session)).toEqual([0, 0, 0]);
      const rest = cardOf(await gateway().ask(session, 'and now?'));
      expect([skillsOf(rest), counts(session)]).toEqual([
        ['b', 'c'],
        [1, 0, 0],
      ]);
      expect((await gateway().answer(session, REST)).text).toBe(ALL);
      expect(counts(session)).toEqual([1, 1, 1]);
    },
  );

  test.each(POINTS)(
    'it is stopped (%s held), and the same answer comes again → it goes on, and asks for the rest alone',
    async (point) => {
      const { session, card } = await pending();
      await lost(point, partial(session, card), () => gateway().abort(session));
      await lost(point, partial(session, card), () => gateway().abort(session));
      const rest = cardOf(await (await partial(session, card)()).finished());
      expect(rest.items).toEqual(card.items.slice(1));
      expect((await gateway().answer(session, REST)).text).toBe(ALL);
      expect(counts(session)).toEqual([1, 1, 1]);
    },
  );

  test.each(POINTS)('a chat pre-empts it (%s held), and is lost, too → the next one has the answer', async (point) => {
    const { session, card } = await pending();
    gate.hold(point, /"turn\.claim"/);
    const answering = await partial(session, card)();
    await gate.untilHolding();
    // Over ndjson an engine that cannot reach its store is refused; a job waits for it.
    const chat = await stack().gateway(HANDOFF).chat(session, 'rather this');
    expect((await answering.finished()).terminal).toMatchObject({ event: 'preempted', data: { by_run_id: chat.runId } });
    await gateway().abort(session);
    expect((await chat.finished()).terminal.event).toBe('preempted');
    gate.release();
    expect(skillsOf(cardOf(await gateway().ask(session, 'and now?')))).toEqual(['b', 'c']);
    expect((await gateway().answer(session, REST)).text).toBe(ALL);
    expect(counts(session)).toEqual([1, 1, 1]);
  });

  test('the last of three partial answers is lost → the chat after it asks for nothing any more', async () => {
    const { session, card } = await pending();
    const second = cardOf(await (await partial(session, card)()).finished());
    const third = cardOf(await gateway().answer(session, { 'b.value': true }, { card_id: second.card_id }));
    const last = () => gateway().resume(session, { 'c.value': 3 }, { card_id: third.card_id });
    await lost('replies', last, () => gateway().abort(session));
    expect((await gateway().ask(session, 'and now?')).text).toBe(ALL);
    expect(counts(session)).toEqual([1, 1, 1]);
  });

  test('a cancel of the rest is lost → the chat after it knows the answer, and asks for the rest anew', async () => {
    const { session, card } = await pending();
    const rest = cardOf(await (await partial(session, card)()).finished());
    const cancel = () => gateway().resume(session, [], { action: 'cancel', card_id: rest.card_id });
    await lost('replies', cancel, () => gateway().abort(session));
    expect(skillsOf(cardOf(await gateway().ask(session, 'and now?')))).toEqual(['b', 'c']);
    expect((await gateway().answer(session, REST)).text).toBe(ALL);
  });
});

test('the only engine is killed with the run of a partial answer → it fails, and the chat after it asks for the rest alone', async () => {
  const gateway = stack().gateway(HANDOFF);
  const session = newSession();
  const card = cardOf(await gateway.ask(session, 'hi', { agent_id: 'trio' }));
  gate.hold('replies', /"turn\.claim"/);
  const stream = await gateway.resume(session, A, { card_id: card.card_id });
  await gate.untilHolding();
  await stack().engines[0]!.kill();
  expect((await stream.finished()).terminal).toMatchObject({ event: 'error', data: { code: 'engine_unavailable' } });
  gate.release();
  await stack().startServices();
  expect((await gateway.pendingCard(session)).has_pending_card).toBe(false);
  expect(skillsOf(cardOf(await gateway.ask(session, 'and now?')))).toEqual(['b', 'c']);
  expect((await gateway.answer(session, REST)).text).toBe(ALL);
  expect(counts(session)).toEqual([1, 1, 1]);
});

test('a chat pre-empts the run of a partial answer, and is refused → as if it had not been said: the same answer goes on', async () => {
  const gateway = stack().gateway(NDJSON);
  const session = newSession();
  const card = cardOf(await gateway.ask(session, 'hi', { agent_id: 'trio' }));
  gate.hold('replies', /"turn\.claim"/);
  const stream = await gateway.resume(session, A, { card_id: card.card_id });
  await gate.untilHolding();
  await gate.cut();
  const refused = await gateway.send('POST', `/sessions/${session}/chat`, { message: 'rather this' });
  expect(refusalOf(refused)).toBe('503 engine_unavailable');
  expect((await stream.finished()).terminal.event).toBe('preempted');
  gate.release();
  await gate.open();
  const rest = cardOf(await (await gateway.resume(session, A, { card_id: card.card_id })).finished());
  expect([rest.items, counts(session)]).toEqual([card.items.slice(1), [1, 0, 0]]);
  expect((await gateway.answer(session, REST)).text).toBe(ALL);
});
