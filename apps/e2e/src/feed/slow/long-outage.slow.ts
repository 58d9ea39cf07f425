import { setTimeout as delay } from 'node:timers/promises';
import { newSession, ONE_EACH, useStack } from '../../test/use-stack.js';
import { FeedStream } from '../test/feed-stream.js';

const stack = useStack({ gateways: ONE_EACH });

afterEach(() => stack().startServices(), 60_000);

test.each<[string, () => Promise<void>]>([
  ['Redis', () => stack().redis.kill()],
  ['its store', () => stack().stores[0]!.kill()],
])(
  '%s is away for longer than a feed may be unsure → it ends whole, without a word; who comes back learns all',
  async (what, away) => {
    const session = newSession();
    const feed = await (await FeedStream.open(stack().gateway(0))).listed();
    const before = feed.events.length;
    await away();
    // Only then is there something that cannot be read.
    if (what !== 'Redis')
      await stack()
        .gateway(0)
        .send('POST', '/sessions', { session_id: session })
        .catch(() => undefined);
    await delay(15_000);
    await stack().startServices();
    if (what === 'Redis') {
      expect(await feed.ended()).toBe('whole');
      expect(feed.events).toHaveLength(before);
    }
    await stack().gateway(1).send('POST', '/sessions', { session_id: session });
    const again = await (await FeedStream.open(stack().gateway(0))).listed();
    expect(again.sessions.has(session)).toBe(true);
    if (what !== 'Redis') await feed.shows(session, { turn: 0 });
    for (const each of [feed, again]) each.leave();
  },
  60_000,
);
