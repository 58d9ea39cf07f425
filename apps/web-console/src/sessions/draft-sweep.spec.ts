import type { Session } from '@parley/client';
import type { LocalStore } from '../storage/local-store.js';
import { draftSweep } from './draft-sweep.js';

const DAY_MS = 24 * 60 * 60 * 1000;

let kept: Map<string, string>;
let now: number;
const store: LocalStore = {
  read: (key) => kept.get(key) ?? null,
  write: (key, value) => void (value === null ? kept.delete(key) : kept.set(key, value)),
  keys: () => [...kept.keys()],
};
const dropCard = (cardId: string): void =>
  store.keys().forEach((key) => key.startsWith(`card.${cardId}/`) && store.write(key, null));
const { forget, sweep } = draftSweep(store, dropCard, () => now);
beforeEach(() => {
  kept = new Map([
    ['message.new', 'not begun'],
    ['message.s1', 'hello'],
    ['card.c1/i1/name', '{}'],
    ['card.c1/i1/day', '{}'],
    ['agent', 'guide'],
  ]);
  now = Date.UTC(2026, 0, 1);
});

const session = (session_id: string, awaiting_card: string | null = null): Session => ({ session_id, awaiting_card }) as Session;
const drafts = (): string[] => [...kept.keys()].filter((key) => key !== 'drafts');

test('a session is deleted → its messages and the answers to its card are gone, nothing else', () => {
  kept.set('unsent.s1.k1', '{}');
  kept.set('unsent.s11.k2', '{}');
  kept.set('message.s2', 'other');
  forget('s1', 'c1');
  expect(drafts()).toEqual(['message.new', 'agent', 'unsent.s11.k2', 'message.s2']);
});

test('listed once, and then no more → gone: it was deleted, or has lapsed', () => {
  sweep([session('s1', 'c1')]);
  expect(drafts()).toHaveLength(5);
  sweep([]);
  expect(drafts()).toEqual(['message.new', 'agent']);
  expect(kept.has('drafts')).toBe(false);
});

test('its card is settled, and it is there → its answers are gone, its message is not', () => {
  sweep([session('s1', 'c1')]);
  sweep([session('s1', 'c2')]);
  expect(drafts()).toEqual(['message.new', 'message.s1', 'agent']);
});

test('never listed: its first message may not have arrived → kept for 30 days', () => {
  sweep([]);
  now += 30 * DAY_MS;
  sweep([]);
  expect(drafts()).toHaveLength(5);
  now += 1;
  sweep([]);
  expect(drafts()).toEqual(['message.new', 'agent']);
});

test('not listed at first, then listed → kept, however old it is', () => {
  sweep([]);
  now += 90 * DAY_MS;
  sweep([session('s1', 'c1')]);
  expect(drafts()).toHaveLength(5);
});

test.each(['', '{', '7', '[]', '{"message.s1":"x"}', '{"message.s1":null}'])(
  'something else lies there: %j → begins anew',
  (text) => {
    kept.set('drafts', text);
    sweep([]);
    expect(drafts()).toHaveLength(5);
  },
);
