import { ConnectionError } from '@parley/client';
import { ServerReach } from './server-reach.js';

const FEED = 'http://parley/api/v1/consultations/feed?session_id=s1';
const OTHER = 'http://parley/api/v1/consultations/sessions';

let reply: () => Promise<Response>;
let reach: ServerReach;
const listener = jest.fn();
beforeEach(() => {
  listener.mockClear();
  reach = new ServerReach(() => reply());
  reach.subscribe(listener);
});

const answers = (status: number) => () => Promise.resolve(new Response(null, { status }));
const fails = () => Promise.reject(new TypeError('Failed to fetch'));

test.each([
  ['the feed is open', false, FEED, answers(200)],
  ['the feed is refused', false, FEED, answers(403)],
  ['nobody answers the feed', true, FEED, fails],
  ['a proxy answers for the server', true, FEED, answers(502)],
  ['another request fails: nobody may repeat it', false, OTHER, fails],
  ['another request is not taken now', false, OTHER, answers(503)],
])('%s → away: %s', async (_what, isAway, url, replies) => {
  reply = replies;
  await reach.fetch(url).catch(() => undefined);
  expect(reach.isAway()).toBe(isAway);
  expect(listener).toHaveBeenCalledTimes(isAway ? 1 : 0);
});

test.each([
  ['the feed', FEED],
  ['another request', OTHER],
])('away, and then %s is answered → there; told once each', async (_what, url) => {
  reply = fails;
  for (const _ of [1, 2]) await reach.fetch(FEED).catch(() => undefined);
  reply = answers(200);
  for (const _ of [1, 2]) await reach.fetch(url);
  expect(reach.isAway()).toBe(false);
  expect(listener).toHaveBeenCalledTimes(2);
});

test('nobody wants the feed any more → nothing is learnt of the server', async () => {
  reply = fails;
  await reach.fetch(FEED, { signal: AbortSignal.abort() }).catch(() => undefined);
  expect(reach.isAway()).toBe(false);
});

test('the feed was silent for too long → away', async () => {
  reply = fails;
  const signal = AbortSignal.abort(new ConnectionError('silent', 'nothing came'));
  await reach.fetch(FEED, { signal }).catch(() => undefined);
  expect(reach.isAway()).toBe(true);
});
