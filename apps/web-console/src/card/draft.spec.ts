import { localStoreOf } from '../storage/local-store.js';
import { type CardDrafts, cardDrafts } from './draft.js';

const DAY_MS = 24 * 60 * 60 * 1000;

/** As `localStorage`: what is kept are its own members. */
function fakeStorage(): Storage {
  const members: ThisType<Record<string, string>> = {
    getItem(key: string) {
      return this[key] ?? null;
    },
    setItem(key: string, value: string) {
      this[key] = value;
    },
    removeItem(key: string) {
      delete this[key];
    },
  };
  return Object.create(members) as Storage;
}

let storage: Storage;
let now: number;
let drafts: CardDrafts;

/** A page, after a reload or in another tab: it knows what the browser keeps. */
const newPage = (): CardDrafts =>
  cardDrafts(
    localStoreOf(() => storage),
    () => now,
  );
beforeEach(() => {
  storage = fakeStorage();
  now = Date.UTC(2026, 0, 1);
  drafts = newPage();
});

test('kept → there again, also after a reload, until it is dropped', () => {
  drafts.keep('c1', 'i1/a', 'text');
  drafts.keep('c1', 'i1/b', ['x', 'y']);
  const values = { 'i1/a': 'text', 'i1/b': ['x', 'y'] };
  expect([drafts.read('c1'), newPage().read('c1')]).toEqual([values, values]);
  expect(drafts.read('c2')).toBeUndefined();
  drafts.drop('c1');
  expect([drafts.read('c1'), newPage().read('c1')]).toEqual([undefined, undefined]);
});

test('two tabs with one card → neither wipes what the other has entered; in a field of both, each goes on seeing its own', () => {
  const other = newPage();
  drafts.keep('c1', 'i1/name', 'Ada');
  drafts.keep('c1', 'i1/day', 'mine');
  other.keep('c1', 'i1/amount', '5');
  other.keep('c1', 'i1/day', 'theirs');
  expect(drafts.read('c1')).toEqual({ 'i1/name': 'Ada', 'i1/amount': '5', 'i1/day': 'mine' });
  expect(newPage().read('c1')).toEqual({ 'i1/name': 'Ada', 'i1/amount': '5', 'i1/day': 'theirs' });
});

test('not touched for 30 days → dropped, and nothing else is', () => {
  drafts.keep('old', 'a', '1');
  storage.setItem('parley.message.s1', 'hello');
  storage.setItem('parley.card.broken/a', '{');
  now += 20 * DAY_MS;
  drafts.keep('new', 'a', '2');
  now += 11 * DAY_MS;
  drafts.dropOld();
  expect(Object.keys(storage).sort()).toEqual(['parley.card.new/a', 'parley.message.s1']);
});

test.each([
  '',
  'null',
  '7',
  '{}',
  '{"at":1}',
  '{"at":1,"value":7}',
  '{"at":"1","value":"a"}',
  '{"at":1,"value":[7]}',
])('something else lies there: %j → no draft', (text) => {
  storage.setItem('parley.card.c1/a', text);
  expect(drafts.read('c1')).toBeUndefined();
});

test('the browser keeps nothing → what was entered is there for as long as the page is', () => {
  const forbidden = cardDrafts(
    localStoreOf(() => {
      throw new Error('forbidden');
    }),
  );
  forbidden.keep('c1', 'a', '1');
  forbidden.keep('c1', 'b', '2');
  forbidden.dropOld();
  expect(forbidden.read('c1')).toEqual({ a: '1', b: '2' });
  forbidden.drop('c1');
  expect(forbidden.read('c1')).toBeUndefined();
});
