import { newSession, useStack } from '../test/use-stack.js';
import { refusalOf } from '../test/refusal.js';
import type { LinkGate } from '../turns/test/link-gate.js';
import { gateToStore } from '../turns/test/services.js';
import { FeedStream, useFeeds } from './test/feed-stream.js';

/** Three pages. */
const SESSIONS = 250;

/** The feeds are at gateway 1, which reaches the store through a gate. */
const stack = useStack({ gateways: [{}, {}], env: { SSE_KEEPALIVE_MS: '300' } });
const open = useFeeds();
const there = () => stack().gateway(1);

let gate: LinkGate;
beforeAll(async () => {
  gate = await gateToStore(stack(), 'gateways', 1);
  const create = (): Promise<unknown> => stack().gateway(0).send('POST', '/sessions', { user_id: 'many' });
  for (let n = 0; n < SESSIONS; n += 10) await Promise.all(Array.from({ length: 10 }, create));
}, 60_000);
afterEach(() => gate.release());
afterAll(() => gate.cut());

test('there are many sessions, and the store takes its time with the second page → headers and the first page come, then comments, then the rest', async () => {
  gate.hold('replies', /"feed\.list".*"cursor"/s);
  const feed = await FeedStream.open(there(), '?user_id=many');
  await feed.until('the first page', () => feed.sessions.size === 100);
  await gate.untilHolding();
  await feed.until('comments', () => feed.comments >= 3);
  expect([feed.sessions.size, feed.events.some(({ type }) => type === 'listed')]).toEqual([100, false]);
  gate.release();
  await feed.listed();
  expect([feed.sessions.size, feed.events.length]).toEqual([SESSIONS, SESSIONS + 1]);
  feed.leave();
});

test('there is nothing to tell → a comment comes at once', async () => {
  const feed = await open(there(), '?user_id=nobody');
  expect([feed.comments, feed.events]).toEqual([1, [{ type: 'listed', data: {} }]]);
});

test('it is deleted while the sessions are being listed, and made anew → told as it is by then, and no more of the old one', async () => {
  const session = newSession();
  await stack().gateway(0).send('POST', '/sessions', { session_id: session, user_id: 'many', title: 'old' });
  gate.hold('replies', /"feed\.list".*"cursor"/s);
  const feed = await FeedStream.open(there(), '?user_id=many');
  expect(await feed.shows(session, {})).toMatchObject({ title: 'old' });
  await stack().gateway(0).send('DELETE', `/sessions/${session}`);
  await stack().gateway(0).send('POST', '/sessions', { session_id: session, user_id: 'many', title: 'new' });
  gate.release();
  await feed.shows(session, { title: 'new' });
  const told = feed.events.flatMap((event) => {
    if (event.type === 'deleted') return ['deleted'];
    return event.type === 'session' && event.data.session_id === session ? [event.data.title] : [];
  });
  expect(told).toEqual(['old', 'deleted', 'new']);
  feed.leave();
});

test.each([
  ['a session id that is none', '?session_id=a%20b', '400 validation_failed'],
  ['a session that is not there', '?session_id=none', '404 session_not_found'],
])('%s → refused as a problem, before any header of a stream', async (_what, query, refusal) => {
  expect(refusalOf(await there().send('GET', `/feed${query}`))).toBe(refusal);
});

test('the store does not answer → refused in bounded time', async () => {
  gate.hold('requests', /"feed\.list"/);
  expect(refusalOf(await there().send('GET', '/feed?user_id=else'))).toBe('503 store_unavailable');
});
