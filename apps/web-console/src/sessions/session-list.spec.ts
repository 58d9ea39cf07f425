import type { Page, Session } from '@parley/client';
import type { FeedListener } from '../client/shared-feed.js';
import { SessionList } from './session-list.js';

const session = (session_id: string, updated_at = '1', created_at = '1'): Session =>
  ({ session_id, updated_at, created_at }) as Session;

/** Requests for pages, answered by the test. */
let asked: { cursor: string | undefined; answer: (page: Page<Session>) => void; refuse: () => void }[];
let told: FeedListener;
let list: SessionList;
beforeEach(() => {
  asked = [];
  const sessions = {
    list: ({ cursor }: { cursor?: string } = {}) => {
      const { promise, resolve, reject } = Promise.withResolvers<Page<Session>>();
      asked.push({ cursor, answer: resolve, refuse: () => reject(new Error('refused')) });
      return promise;
    },
    delete: () => Promise.resolve(),
  };
  const feed = {
    listen: (listener: FeedListener) => {
      told = listener;
      return () => undefined;
    },
    tellDeleted: (sessionId: string) => told.onDeleted?.(sessionId, undefined),
  };
  list = new SessionList({ sessions: sessions as never }, feed);
  list.open();
});

const ids = (): string[] => list.getSnapshot().sessions.map(({ session_id }) => session_id);
const state = (): unknown => {
  const { status, more } = list.getSnapshot();
  return [status, more];
};
/** All sessions of now, as the feed tells them. */
const tellAll = (...all: Session[]): void => {
  for (const one of all) told.onSession(one);
  told.onListed?.(new Map(all.map((one) => [one.session_id, one])));
};

test('a first page and a second one → the latest first, each asked for with the cursor of the one before', async () => {
  expect(state()).toEqual(['loading', 'none']);
  asked[0]?.answer({ items: [session('a', '3'), session('b', '2')], next_cursor: 'x' });
  await list.load();
  expect([ids(), state()]).toEqual([
    ['a', 'b'],
    ['ready', 'there'],
  ]);
  const more = list.load();
  expect(state()).toEqual(['ready', 'loading']);
  asked[1]?.answer({ items: [session('c', '1')], next_cursor: null });
  await more;
  expect(asked.map(({ cursor }) => cursor)).toEqual([undefined, 'x']);
  expect([ids(), state()]).toEqual([
    ['a', 'b', 'c'],
    ['ready', 'none'],
  ]);
});

test('asked for a page while one is on its way → one request', async () => {
  const [one, two] = [list.load(), list.load()];
  asked[0]?.answer({ items: [], next_cursor: null });
  await Promise.all([one, two]);
  expect(asked).toHaveLength(1);
});

test('the first page is refused → failed, also where one session is known; asked again → there', async () => {
  told.onSession(session('mine'));
  asked[0]?.refuse();
  await list.load();
  expect([ids(), state()]).toEqual([['mine'], ['failed', 'none']]);
  const again = list.load();
  asked[1]?.answer({ items: [session('a', '2')], next_cursor: null });
  await again;
  expect([ids(), state()]).toEqual([
    ['a', 'mine'],
    ['ready', 'none'],
  ]);
});

test('a further page is refused → said of that page; asked again → with the same cursor', async () => {
  asked[0]?.answer({ items: [session('a')], next_cursor: 'x' });
  await list.load();
  const more = list.load();
  asked[1]?.refuse();
  await more;
  expect([ids(), state()]).toEqual([['a'], ['ready', 'failed']]);
  const again = list.load();
  asked[2]?.answer({ items: [session('b')], next_cursor: null });
  await again;
  expect(asked[2]?.cursor).toBe('x');
  expect(state()).toEqual(['ready', 'none']);
});

test('the list was refused and the feed tells all → ready, and there is no more', async () => {
  asked[0]?.refuse();
  await list.load();
  tellAll(session('a'));
  expect([ids(), state()]).toEqual([['a'], ['ready', 'none']]);
});

test('the feed tells all while the page is on its way → what is gone since does not come back with it', async () => {
  tellAll(session('a'));
  asked[0]?.answer({ items: [session('a'), session('deleted meanwhile')], next_cursor: 'x' });
  await list.load();
  expect([ids(), state()]).toEqual([['a'], ['ready', 'none']]);
});

test('the feed tells all, but for one that the page had → it is gone', async () => {
  asked[0]?.answer({ items: [session('a'), session('b')], next_cursor: 'x' });
  await list.load();
  tellAll(session('b'));
  expect([ids(), state()]).toEqual([['b'], ['ready', 'none']]);
});

test('deleted here → what is still told of it is old; one that is made with its id later is another one', async () => {
  tellAll(session('a', '5', '3'));
  await list.delete('a');
  told.onSession(session('a', '6', '3'));
  expect(ids()).toEqual([]);
  told.onSession(session('a', '8', '7'));
  expect(ids()).toEqual(['a']);
});

test('the feed tells many, one by one → shown together, once; told again as they were → nothing is shown anew', () => {
  jest.useFakeTimers();
  const shown = jest.fn();
  list.subscribe(shown);
  const many = Array.from({ length: 200 }, (_, n) => session(`s${n}`, String(1000 + n)));
  for (const one of many) told.onSession(one);
  expect([list.getSnapshot().sessions.length, shown.mock.calls.length]).toEqual([200, 0]);
  jest.runAllTimers();
  expect(shown).toHaveBeenCalledTimes(1);
  for (const one of many) told.onSession({ ...one });
  jest.runAllTimers();
  expect(shown).toHaveBeenCalledTimes(1);
  jest.useRealTimers();
});
