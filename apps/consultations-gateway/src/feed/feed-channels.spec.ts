import { createLogger, createRedis, type RedisConnection } from '@parley/platform';
import { type RunningRedis, startRedis, TcpProxy } from '@parley/testing';
import { Redis } from 'ioredis';
import { FeedChannels } from './feed-channels.js';
import { HeardChannel } from './test/heard-channel.js';
import { startCluster } from './test/start-cluster.js';

jest.setTimeout(20_000);

const logger = createLogger('gateway', 'silent');
const LOOK_EVERY_MS = 50;

describe('one Redis', () => {
  let server: RunningRedis;
  let proxy: TcpProxy;
  let direct: Redis;
  let connections: RedisConnection[];
  let channels: FeedChannels;

  beforeAll(async () => {
    server = await startRedis();
    proxy = await TcpProxy.start({ targetPort: server.port });
    direct = new Redis(server.url);
  });
  afterAll(async () => {
    direct.disconnect();
    await proxy.stop();
    await server.stop();
  });
  beforeEach(async () => {
    connections = [
      createRedis(server.url, { role: 'commands', logger }),
      createRedis(`redis://127.0.0.1:${proxy.port}`, { role: 'subscriber', logger }),
    ];
    await Promise.all(connections.map((each) => each.ping()));
    channels = open();
  });
  afterEach(async () => {
    proxy.release();
    await proxy.restore();
    channels.close();
    // A client that is disconnected while it subscribes again by itself rejects where nobody can hear it.
    await Promise.all(connections.filter(({ status }) => status !== 'end').map((each) => each.ping()));
    for (const each of connections) each.disconnect();
  });

  /** Without `lookEveryMs` it does not look within a test: a busy machine is no reason to give a connection up. */
  function open(lookEveryMs?: number): FeedChannels {
    const [commands, subscriber] = connections as [RedisConnection, RedisConnection];
    return new FeedChannels({ commands, subscriber, lookEveryMs, subscribeTimeoutMs: 500 });
  }

  function openThatLooks(): void {
    channels.close();
    channels = open(LOOK_EVERY_MS);
  }

  const subscriptions = async (): Promise<string[]> => (await direct.pubsub('CHANNELS', 'parley:feed:*')) as string[];

  test('listening → all that is said from the acknowledgement on is heard, each channel by its own', async () => {
    const [one, other] = [new HeardChannel(), new HeardChannel()];
    await channels.listen('parley:feed:a:-', one);
    await channels.listen('parley:feed:b:-', other);
    await direct.publish('parley:feed:a:-', 'first');
    await direct.publish('parley:feed:b:-', 'second');
    await one.until('first');
    await other.until('second');
    expect([one.log, other.log]).toEqual([['first'], ['second']]);
  });

  test('nobody listens any more → no subscription is left, and Redis is asked nothing more', async () => {
    openThatLooks();
    await channels.listen('parley:feed:a:-', new HeardChannel());
    expect(await subscriptions()).toHaveLength(2);
    channels.ignore('parley:feed:a:-');
    expect(channels.size).toBe(0);
    while ((await subscriptions()).length > 0);
    await direct.config('RESETSTAT');
    await new Promise((resolve) => setTimeout(resolve, 3 * LOOK_EVERY_MS));
    expect(await direct.info('commandstats')).not.toContain('cmdstat_publish');
  });

  test('ignored and listened to again at once → heard', async () => {
    await channels.listen('parley:feed:a:-', new HeardChannel());
    channels.ignore('parley:feed:a:-');
    const again = new HeardChannel();
    await channels.listen('parley:feed:a:-', again);
    await direct.publish('parley:feed:a:-', 'news');
    await again.until('news');
  });

  test('no acknowledgement in time → store_unavailable', async () => {
    await channels.listen('parley:feed:a:-', new HeardChannel());
    proxy.holdReplies();
    await expect(channels.listen('parley:feed:b:-', new HeardChannel())).rejects.toMatchObject({ code: 'store_unavailable' });
  });

  test('the connection breaks → lost at once, regained once Redis has acknowledged again, and heard from then on', async () => {
    const [one, other] = [new HeardChannel(), new HeardChannel()];
    await channels.listen('parley:feed:a:-', one);
    await channels.listen('parley:feed:b:-', other);
    await proxy.cut();
    await one.until('lost');
    await proxy.restore();
    await Promise.all([one.until('regained'), other.until('regained')]);
    await direct.publish('parley:feed:a:-', 'news');
    await one.until('news');
    expect(new Set(one.log)).toEqual(new Set(['lost', 'regained', 'news']));
    expect(one.log.filter((entry) => entry === 'regained')).toHaveLength(1);
  });

  test('Redis kills the connection, ten times in a row → lost and regained, whatever was the last', async () => {
    openThatLooks();
    const one = new HeardChannel();
    await channels.listen('parley:feed:a:-', one);
    for (let n = 0; n < 10; n += 1) {
      await direct.call('CLIENT', 'KILL', 'TYPE', 'pubsub');
      if (n % 3 === 0) await one.until('regained');
    }
    while ((await direct.publish('parley:feed:a:-', 'news')) === 0);
    await one.until('news');
  });

  test('the connection lives and says nothing → noticed, and made anew', async () => {
    openThatLooks();
    const one = new HeardChannel();
    await channels.listen('parley:feed:a:-', one);
    proxy.holdReplies();
    await one.until('lost');
    proxy.release();
    await one.until('regained');
    await direct.publish('parley:feed:a:-', 'news');
    await one.until('news');
  });

  test('what says the echo cannot reach Redis → no reason to give the connection up', async () => {
    openThatLooks();
    const one = new HeardChannel();
    await channels.listen('parley:feed:a:-', one);
    connections[0]?.disconnect();
    await new Promise((resolve) => setTimeout(resolve, 5 * LOOK_EVERY_MS));
    expect(one.log).toEqual([]);
  });
});

test('a Cluster replaces the connection it hears with, without a word → lost, regained, and heard from then on', async () => {
  const cluster = await startCluster();
  const url = `redis+cluster://127.0.0.1:${cluster.port}`;
  const [commands, subscriber] = [
    createRedis(url, { role: 'commands', logger }),
    createRedis(url, { role: 'subscriber', logger }),
  ];
  const channels = new FeedChannels({ commands, subscriber, lookEveryMs: LOOK_EVERY_MS });
  const direct = new Redis(cluster.port);
  try {
    const one = new HeardChannel();
    await channels.listen('parley:feed:a:-', one);
    await direct.publish('parley:feed:a:-', 'before');
    await one.until('before');
    await direct.call('CLIENT', 'KILL', 'TYPE', 'pubsub');
    await one.until('lost');
    await one.until('regained');
    await direct.publish('parley:feed:a:-', 'news');
    await one.until('news');
    // Once, not with every look.
    one.log.length = 0;
    await new Promise((resolve) => setTimeout(resolve, 4 * LOOK_EVERY_MS));
    expect(one.log).toEqual([]);
  } finally {
    channels.close();
    for (const each of [commands, subscriber, direct]) each.disconnect();
    await cluster.stop();
  }
});
