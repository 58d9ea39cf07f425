import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { type RunningRedis, startRedis } from '@parley/testing';
import type { Redis } from 'ioredis';
import { captureLog } from '../test/log-lines.js';
import { createRedis, type RedisConnection, type RedisRole } from './create-redis.js';
import { closeRedis } from './redis-connections.js';

const opened: RedisConnection[] = [];
const log = captureLog();

function open(url: string, role: RedisRole): Redis {
  const redis = createRedis(url, { role, logger: log.logger }) as Redis;
  opened.push(redis);
  return redis;
}

/** Unlike `once` of node:events it bears the errors of an outage. */
const next = (redis: RedisConnection, event: string): Promise<void> =>
  new Promise((resolve) => redis.once(event, () => resolve()));

const ready = async (redis: RedisConnection): Promise<void> => {
  if (redis.status !== 'ready') await next(redis, 'ready');
};

afterEach(async () => {
  await Promise.all(opened.splice(0).map(closeRedis));
  log.lines.length = 0;
});

describe('a Redis that goes away and comes back', () => {
  let server: RunningRedis;

  beforeEach(async () => {
    server = await startRedis();
  });
  afterEach(() => server.stop());

  async function restart(): Promise<void> {
    server = await startRedis({ port: server.port });
  }

  test.each<RedisRole>(['commands', 'bull-client'])(
    '%s: calls fail within 2 s while it is away, and work when it is back',
    async (role) => {
      const redis = open(server.url, role);
      await redis.set('key', 'before');
      await server.stop();
      const startedAt = performance.now();
      await expect(Promise.all([redis.get('key'), redis.set('key', 'lost')])).rejects.toThrow();
      await expect(redis.get('key')).rejects.toThrow();
      expect(performance.now() - startedAt).toBeLessThan(2000);
      await restart();
      await ready(redis);
      expect(await redis.get('key')).toBeNull();
      expect(await redis.set('key', 'after')).toBe('OK');
    },
  );

  test('commands: calls fail within 2 s while it is frozen, however they follow each other, and work when it thaws', async () => {
    const redis = open(server.url, 'commands');
    const pid = Number(/process_id:(\d+)/.exec(await redis.info('server'))?.[1]);
    process.kill(pid, 'SIGSTOP');
    const timed = async (): Promise<number> => {
      const startedAt = performance.now();
      await expect(redis.get('key')).rejects.toThrow();
      return performance.now() - startedAt;
    };
    const first = timed();
    // Behind the first: its pipeline leaves only when the first one's has failed.
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    const [one, two] = await Promise.all([first, timed()]);
    const three = await timed();
    process.kill(pid, 'SIGCONT');
    // 1.8 s; the machine may be busy. Each waiting for its own 1.5 s would be 3 s.
    expect(Math.max(one, two, three)).toBeLessThan(2500);
    expect(three).toBeLessThan(1400);
    expect(await redis.set('key', 'after')).toBe('OK');
  });

  test('subscriber: is subscribed again without being asked', async () => {
    const subscriber = open(server.url, 'subscriber');
    await subscriber.subscribe('news');
    await server.stop();
    await restart();
    const heard = once(subscriber, 'message');
    const publisher = open(server.url, 'commands');
    while ((await publisher.publish('news', 'back').catch(() => 0)) === 0);
    expect(await heard).toEqual(['news', 'back']);
  });

  test('bull-worker: a call made while it is away is answered when it is back', async () => {
    const redis = open(server.url, 'bull-worker');
    await redis.ping();
    await server.stop();
    const answer = redis.set('key', 'kept');
    await next(redis, 'reconnecting');
    await restart();
    expect(await answer).toBe('OK');
  });

  test('an outage with many retries → said once when it begins and once when it is over', async () => {
    const redis = open(server.url, 'commands');
    await redis.ping();
    await server.stop();
    for (let retries = 0; retries < 4; retries += 1) await next(redis, 'reconnecting');
    await restart();
    await ready(redis);
    const said = log.lines.map(({ level, msg }) => [level, msg]);
    expect(said).toEqual([
      ['warn', `Redis (commands, 127.0.0.1:${server.port}) is not reachable; trying again until it is`],
      ['info', `Redis (commands, 127.0.0.1:${server.port}) is reachable again`],
    ]);
  });

  test('a password in the URL → not in the log', async () => {
    await server.stop();
    const redis = open(server.url.replace('//', '//:geheim@'), 'commands');
    await expect(redis.ping()).rejects.toThrow();
    expect(log.text()).toContain('is not reachable');
    expect(log.text()).not.toContain('geheim');
    await restart();
  });
});

describe('a Redis that takes the connection but is still loading', () => {
  let server: Server;
  let isLoading: boolean;
  let etaSeconds: number;
  let received: string[];

  beforeEach(async () => {
    isLoading = true;
    etaSeconds = 0.05;
    received = [];
    server = createServer(answerLikeRedis).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterEach(() => server.close());

  function answerLikeRedis(socket: Socket): void {
    socket.on('data', (bytes) => {
      // One command is "*<n>", then "$<length>" and its text for each of the n parts.
      for (const command of bytes.toString().split(/(?=\*\d+\r\n)/)) {
        const parts = command.split('\r\n').filter((_line, index) => index >= 2 && index % 2 === 0);
        received.push(parts.join(' '));
        const info = `loading:${isLoading ? 1 : 0}\r\nloading_eta_seconds:${etaSeconds}\r\n`;
        socket.write(parts[0]?.toLowerCase() === 'info' ? `$${info.length}\r\n${info}\r\n` : '+OK\r\n');
      }
    });
    socket.on('error', () => undefined);
  }

  test('its guess of how long that takes is far too long → used as soon as it is over', async () => {
    etaSeconds = 60;
    const redis = open(`redis://127.0.0.1:${(server.address() as AddressInfo).port}`, 'commands');
    while (!received.some((command) => command.toLowerCase() === 'info')) await delay(5);
    isLoading = false;
    await ready(redis);
    expect(await redis.set('key', 'value')).toBe('OK');
  });

  test('commands whose callers were told that they failed → never sent, later ones are', async () => {
    const redis = open(`redis://127.0.0.1:${(server.address() as AddressInfo).port}`, 'commands');
    const ghosts = await Promise.allSettled([redis.set('ghost', '1'), redis.set('ghost', '2')]);
    expect(ghosts.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    isLoading = false;
    await ready(redis);
    expect(await redis.set('living', '1')).toBe('OK');
    expect(received).toContain('set living 1');
    expect(received.join()).not.toContain('ghost');
  });
});
