import type { Card } from '@parley/contracts';
import { cardOf, namesOf, resumeBody } from '@parley/testing';
import { refusalOf } from '../test/refusal.js';
import { BOTH_TRANSPORTS, newSession, useStack } from '../test/use-stack.js';
import { eventually } from '../turns/test/eventually.js';
import { CARD_AGENTS_DIR } from './test/card-agents.js';

const stack = useStack({ gateways: BOTH_TRANSPORTS, engines: [{}, {}], agentsDir: CARD_AGENTS_DIR });

type Name = 'a' | 'b' | 'c';
const NAMES: readonly Name[] = ['a', 'b', 'c'];
const VALUES = { a: '', b: false, c: 0 } as const;
const ALL = 'a="" b=false c=0';

const valueOf = (name: Name) => ({ [`${name}.value`]: VALUES[name] });
const skillsOf = (card: Card): string[] => card.items.map(({ skill }) => skill);
const without = (card: Card, ...names: string[]) => card.items.filter(({ skill }) => !names.includes(skill));
const counts = (session: string) => NAMES.map((name) => stack().effects.count(`${session}/after-${name}`));

/** Another gateway each time, of one transport and the other. */
let next = 0;
const gateway = () => stack().gateway(next++ % 4);

async function pending(agent_id = 'trio'): Promise<{ session: string; card: Card }> {
  const session = newSession();
  return { session, card: cardOf(await gateway().ask(session, 'hi', { agent_id })) };
}

async function answered(session: string, card: Card, name: Name): Promise<Card> {
  return cardOf(await gateway().answer(session, valueOf(name), { card_id: card.card_id }));
}

test.each<Name[]>([
  ['a', 'b', 'c'],
  ['a', 'c', 'b'],
  ['b', 'a', 'c'],
  ['b', 'c', 'a'],
  ['c', 'a', 'b'],
  ['c', 'b', 'a'],
])(
  'three items, answered %s, %s, %s, each through another gateway → each is worked on at once, and never asked again',
  async (...order) => {
    const { session, card } = await pending();
    let current = card;
    for (const [index, name] of order.slice(0, 2).entries()) {
      current = await answered(session, current, name);
      expect(current.items).toEqual(without(card, ...order.slice(0, index + 1)));
      expect(counts(session)).toEqual(NAMES.map((each) => (order.indexOf(each) <= index ? 1 : 0)));
    }
    const run = await gateway().answer(session, valueOf(order[2] as Name), { card_id: current.card_id });
    expect([namesOf(run.events), run.text, counts(session)]).toEqual([['run', 'token', 'end'], ALL, [1, 1, 1]]);
  },
);

test('two items of one card are answered at once through two gateways → one is taken, the other is told; nothing is lost', async () => {
  const { session, card } = await pending();
  const replies = await Promise.all(
    (['a', 'b'] as const).map((name) =>
      gateway().send('POST', `/sessions/${session}/resume`, resumeBody(valueOf(name), { card_id: card.card_id, stream: false })),
    ),
  );
  const loser = replies.find(({ status }) => status !== 200);
  expect(loser && refusalOf(loser)).toBe('409 card_already_answered');
  const taken: Name = replies[0] === loser ? 'b' : 'a';
  const rest = (await gateway().pendingCard(session)).card;
  expect(rest?.items).toEqual(without(card, taken));
  const values = Object.assign({}, ...NAMES.filter((name) => name !== taken).map(valueOf)) as Record<string, unknown>;
  expect((await gateway().answer(session, values)).text).toBe(ALL);
  expect(counts(session)).toEqual([1, 1, 1]);
});

test('one is answered, then a message supersedes the rest → only the rest is asked; what was answered is still there', async () => {
  const { session, card } = await pending();
  const rest = await answered(session, card, 'b');
  const over = cardOf(await gateway().ask(session, 'rather this', { on_pending_card: 'supersede' }));
  expect(skillsOf(over)).toEqual(['a', 'c']);
  expect(counts(session)).toEqual([0, 1, 0]);
  const late = resumeBody(valueOf('a'), { card_id: rest.card_id });
  expect(refusalOf(await gateway().send('POST', `/sessions/${session}/resume`, late))).toBe('409 card_stale');
  expect((await gateway().answer(session, { ...valueOf('a'), ...valueOf('c') })).text).toBe(ALL);
  expect(counts(session)).toEqual([1, 1, 1]);
});

test('one is answered, then the rest is cancelled → the turn goes on with the one; the next message asks for the rest alone', async () => {
  const { session, card } = await pending();
  const rest = await answered(session, card, 'c');
  const run = await gateway().answer(session, [], { action: 'cancel', card_id: rest.card_id });
  expect([namesOf(run.events), run.text]).toEqual([['run', 'token', 'end'], 'a=null b=null c=0']);
  expect(counts(session)).toEqual([0, 0, 1]);
  expect(skillsOf(cardOf(await gateway().ask(session, 'and now?')))).toEqual(['a', 'b']);
  expect((await gateway().answer(session, { ...valueOf('a'), ...valueOf('b') })).text).toBe(ALL);
  expect(counts(session)).toEqual([1, 1, 1]);
});

test('one is answered, then the rest lapses → late answers are 410; the next message asks for the rest alone', async () => {
  const { session, card } = await pending('lapsing');
  const rest = await answered(session, card, 'a');
  await eventually(
    () => gateway().pendingCard(session),
    ({ has_pending_card }) => !has_pending_card,
  );
  const late = resumeBody(valueOf('b'), { card_id: rest.card_id });
  expect(refusalOf(await gateway().send('POST', `/sessions/${session}/resume`, late))).toBe('410 card_expired');
  // The answer of the first card is in its run, whatever has lapsed since.
  const again = await (await gateway().resume(session, valueOf('a'), { card_id: card.card_id })).finished();
  expect(cardOf(again)).toEqual(rest);
  expect(skillsOf(cardOf(await gateway().ask(session, 'and now?')))).toEqual(['b', 'c']);
  expect((await gateway().answer(session, { ...valueOf('b'), ...valueOf('c') })).text).toBe(ALL);
  expect(counts(session)).toEqual([1, 1, 1]);
});

test('all but one are answered, and a message is to answer → the one open question is answered', async () => {
  const { session, card } = await pending();
  const rest = await answered(session, await answered(session, card, 'a'), 'c');
  expect(skillsOf(rest)).toEqual(['b']);
  expect((await gateway().ask(session, '不', { on_pending_card: 'answer' })).text).toBe(ALL);
  expect(counts(session)).toEqual([1, 1, 1]);
});

test('one is answered, and its run is stopped while it works → the same answer goes on, the other questions come back', async () => {
  const { session, card } = await pending();
  stack().effects.hold(`${session}/after-a`);
  const stream = await gateway().resume(session, valueOf('a'), { card_id: card.card_id });
  await stack().effects.arrived(`${session}/after-a`);
  await gateway().abort(session);
  expect((await stream.finished()).terminal.event).toBe('preempted');
  stack().effects.release(`${session}/after-a`);
  expect((await gateway().pendingCard(session)).has_pending_card).toBe(false);
  const rest = await answered(session, card, 'a');
  expect(rest.items).toEqual(without(card, 'a'));
  expect((await gateway().answer(session, { ...valueOf('b'), ...valueOf('c') })).text).toBe(ALL);
});
