import type { Card, Session } from '@parley/client';
import { OpenCards } from './open-cards.js';

const asking = (session_id: string, awaiting_card: string | null, updated_at = '1'): Session =>
  ({ session_id, awaiting_card, updated_at }) as Session;
const card = (card_id: string): Card => ({ card_id }) as Card;

/** Requests, answered by the test. */
let asked: { sessionId: string; answer: (card: Card | null) => void; refuse: () => void }[];
let cards: OpenCards;
let close: () => void;
beforeEach(() => {
  jest.useFakeTimers();
  asked = [];
  cards = new OpenCards((sessionId) => {
    const { promise, resolve, reject } = Promise.withResolvers<Card | null>();
    asked.push({ sessionId, answer: resolve, refuse: () => reject(new Error('refused')) });
    return promise;
  });
  close = cards.open();
});
afterEach(() => {
  close();
  jest.useRealTimers();
});

const settled = async (): Promise<void> => {
  for (let ticks = 0; ticks < 10; ticks += 1) await Promise.resolve();
};
const answer = async (what: Card | null): Promise<void> => {
  asked.at(-1)?.answer(what);
  await settled();
};
const refuse = async (): Promise<void> => {
  asked.at(-1)?.refuse();
  await settled();
};
const shown = (): string[] => cards.getSnapshot().map((each) => `${each.session.session_id}: ${each.card?.card_id ?? '…'}`);

test('two sessions ask, one does not → each asked once, one after the other, also while lists come quickly', async () => {
  const sessions = [asking('a', 'c1'), asking('b', null), asking('c', 'c2')];
  cards.want(sessions);
  cards.want([...sessions]);
  expect(shown()).toEqual(['a: …', 'c: …']);
  expect(asked.map(({ sessionId }) => sessionId)).toEqual(['a']);
  await answer(card('c1'));
  await answer(card('c2'));
  cards.want([...sessions]);
  expect(shown()).toEqual(['a: c1', 'c: c2']);
  expect(asked.map(({ sessionId }) => sessionId)).toEqual(['a', 'c']);
});

test('a list that comes while a card is fetched → that card is shown all the same', async () => {
  cards.want([asking('a', 'c1')]);
  cards.want([asking('a', 'c1', '2'), asking('b', 'c2')]);
  await answer(card('c1'));
  expect(shown()).toEqual(['a: c1', 'b: …']);
});

test('answered → gone at once, also while it is fetched; the next card → fetched', async () => {
  cards.want([asking('a', 'c1')]);
  cards.want([asking('a', null, '2')]);
  expect(shown()).toEqual([]);
  await answer(card('c1'));
  expect(shown()).toEqual([]);
  cards.want([asking('a', 'c2', '3')]);
  await answer(card('c2'));
  expect(shown()).toEqual(['a: c2']);
});

test('a fetch fails → the others are fetched, and that one again later, until it is there', async () => {
  cards.want([asking('a', 'c1'), asking('b', 'c2')]);
  await refuse();
  await answer(card('c2'));
  expect(shown()).toEqual(['a: …', 'b: c2']);
  for (const _ of [1, 2]) {
    await jest.advanceTimersByTimeAsync(5000);
    await refuse();
  }
  await jest.advanceTimersByTimeAsync(5000);
  await answer(card('c1'));
  expect(shown()).toEqual(['a: c1', 'b: c2']);
  expect(asked).toHaveLength(5);
  expect(jest.getTimerCount()).toBe(0);
});

test('it turns out to be settled → not listed; the session is news, and waits for it again → asked anew', async () => {
  const session = asking('a', 'c1');
  cards.want([session]);
  await answer(null);
  cards.want([session]);
  expect(shown()).toEqual([]);
  expect(asked).toHaveLength(1);
  cards.want([asking('a', 'c1', '2')]);
  await answer(card('c1'));
  expect(shown()).toEqual(['a: c1']);
});

test('it was settled when it was looked at, and the session is news since → asked anew', async () => {
  cards.want([asking('a', 'c1')]);
  cards.want([asking('a', 'c1', '2')]);
  await answer(null);
  expect(shown()).toEqual(['a: …']);
  await jest.advanceTimersByTimeAsync(5000);
  await answer(card('c1'));
  expect(shown()).toEqual(['a: c1']);
});

test('it asks something else by now → listed with that', async () => {
  cards.want([asking('a', 'c1')]);
  await answer(card('c2'));
  expect(shown()).toEqual(['a: c2']);
});

test('left → nothing is asked any more; opened again → what is missing', async () => {
  cards.want([asking('a', 'c1'), asking('b', 'c2')]);
  close();
  await refuse();
  await jest.advanceTimersByTimeAsync(60_000);
  expect(asked).toHaveLength(1);
  close = cards.open();
  expect(asked).toHaveLength(2);
});
