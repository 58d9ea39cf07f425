import { setTimeout as delay } from 'node:timers/promises';
import type { Session } from '@parley/contracts';
import type { Redis } from 'ioredis';
import { steps } from '../test/asks.js';
import { newSession, ONE_EACH, useStack } from '../test/use-stack.js';
import type { LinkGate } from '../turns/test/link-gate.js';
import { useRedisView } from '../turns/test/redis-view.js';
import { gateToRedis } from '../turns/test/services.js';
import { type FeedStream, useFeeds } from './test/feed-stream.js';
import { seenByRedis } from './test/seen-by-redis.js';

const AWAY_MS = 2000;

/** Gateway 0, store 0 and the engine are where things happen, gateway 1 and store 1 where the feeds are; Redis is behind a gate for gateway 1. */
const stack = useStack({ gateways: ONE_EACH, stores: 2 });
const redis = useRedisView(stack);
const open = useFeeds();
const here = () => stack().gateway(0);
const there = () => stack().gateway(1);

let gate: LinkGate;
beforeAll(async () => {
  gate = await gateToRedis(stack(), 'gateways', 1);
}, 60_000);
afterAll(() => gate.cut());
afterEach(() => stack().startServices(), 60_000);

/** Resolves when the feed shows each session as it is. */
async function agrees(feed: FeedStream, sessions: string[]): Promise<void> {
  for (const session of sessions) {
    const { updated_at } = await there().session(session);
    expect(await feed.shows(session, { updated_at })).toEqual(await there().session(session));
  }
}

/** A person who says things, is asked, answers, stops, says something else. */
async function live(session: string): Promise<void> {
  await here().ask(session, 'hi', { agent_id: 'ask' });
  await here().answer(session, { 'who.name': 'Ada' });
  for (let n = 0; n < 3; n += 1) {
    await here().ask(session, 'hi', { agent_id: 'talk' });
    const stream = await here().chat(session, steps('a', { wait: 'gate' }), { agent_id: 'steps' });
    await here().abort(session, stream.runId);
    await stream.finished();
  }
}

test('200 follow and nothing happens for 3 s → Redis is not asked for anything; then one turn is told to all of them', async () => {
  const feeds = await Promise.all(Array.from({ length: 200 }, (_, n) => open(there(), n % 2 === 0 ? '' : '?user_id=anonymous')));
  const commands = await seenByRedis(stack().redisUrl, 3000);
  expect(commands.length).toBeGreaterThan(0);
  expect(commands.filter((command) => !isUsual(command))).toEqual([]);
  const session = newSession();
  const before = await readsOf(redis().redis);
  await here().ask(session, 'hi', { agent_id: 'talk' });
  await Promise.all(feeds.map((feed) => feed.shows(session, { turn: 1, active_run_id: null })));
  const bytes = new Set(feeds.map((feed) => JSON.stringify(feed.told(session).at(-1) satisfies Session | undefined)));
  expect(bytes.size).toBe(1);
  expect((await readsOf(redis().redis)) - before).toBeLessThan(40);
}, 60_000);

test('all Pub/Sub connections are killed again and again while twenty people talk → every feed ends up as things are, and never went back', async () => {
  const sessions = Array.from({ length: 20 }, newSession);
  for (const session of sessions) stack().effects.hold(`${session}/gate`);
  const feeds = [await open(there()), await open(there(), '?user_id=anonymous'), await open(here())];
  const one = sessions[0]!;
  await here().send('POST', '/sessions', { session_id: one });
  feeds.push(await open(there(), `?session_id=${one}`));
  let isOver = false;
  const killing = (async () => {
    for (; !isOver; await delay(50)) await redis().redis.call('CLIENT', 'KILL', 'TYPE', 'pubsub');
  })();
  await Promise.all(sessions.map(live));
  isOver = true;
  await killing;
  for (const feed of feeds.slice(0, 3)) await agrees(feed, sessions);
  await agrees(feeds[3]!, [one]);
  expect(feeds[3]!.sessions.size).toBe(1);
}, 60_000);

test('sessions come, change and go while Pub/Sub does not come back → told when it does', async () => {
  const [kept, gone] = [newSession(), newSession()];
  for (const session_id of [kept, gone]) await here().send('POST', '/sessions', { session_id });
  const feeds = [await open(there()), await open(there(), `?session_id=${gone}`)];
  const told = feeds.map(({ events }) => events.length);
  gate.hold('requests', /subscribe\r\n/i);
  await redis().redis.call('CLIENT', 'KILL', 'TYPE', 'pubsub');
  await gate.untilHolding();
  await here().send('DELETE', `/sessions/${gone}`);
  await here().send('POST', '/sessions', { session_id: `${kept}-new` });
  await here().ask(kept, 'hi', { agent_id: 'talk' });
  expect(feeds.map(({ events }) => events.length)).toEqual(told);
  gate.release();
  await Promise.all([feeds[0]!.lacks(gone), feeds[1]!.lacks(gone)]);
  await agrees(feeds[0]!, [kept, `${kept}-new`]);
  expect(await feeds[1]!.ended()).toBe('whole');
  // Nothing is told that did not happen.
  expect(feeds[0]!.events.length - told[0]!).toBeLessThanOrEqual(4);
});

test(`Redis is away for ${AWAY_MS} ms in the middle of a turn → the feed stays, and shows what is by then`, async () => {
  const session = newSession();
  stack().effects.hold(`${session}/gate`);
  const feed = await open(there());
  const stream = await here().chat(session, steps('a', { wait: 'gate' }, 'b'), { agent_id: 'steps', on_disconnect: 'continue' });
  await feed.shows(session, { active_run_id: stream.runId });
  await stack().redis.kill();
  await delay(AWAY_MS);
  await stack().redis.start();
  stack().effects.release(`${session}/gate`);
  await feed.shows(session, { active_run_id: null });
  await agrees(feed, [session]);
}, 60_000);

test('its store is away while things happen through another → the feed stays, and shows what is when it is back', async () => {
  const session = newSession();
  const feed = await open(there());
  await stack().stores[1]!.kill();
  await here().ask(session, 'hi', { agent_id: 'talk' });
  await delay(AWAY_MS);
  await stack().stores[1]!.start();
  await feed.shows(session, { turn: 1, active_run_id: null });
  await agrees(feed, [session]);
}, 60_000);

test('Redis is away when somebody wants a feed → 503; then it works', async () => {
  await stack().redis.kill();
  expect((await there().send('GET', '/feed')).status).toBe(503);
  await stack().redis.start();
  await Promise.all(stack().services.map((service) => service.untilReady()));
  await open(there());
}, 60_000);

/** Heartbeats, the worker's queue, and what makes sure now and then that Pub/Sub works. */
const isUsual = (command: string): boolean => /^(ping|publish parley:feed:[0-9a-f-]{36} )|\{parley\}/i.test(command);

/** How many scripts have been run. */
async function readsOf(client: Redis): Promise<number> {
  return Number(/cmdstat_evalsha:calls=(\d+)/.exec(await client.info('commandstats'))?.[1]);
}
