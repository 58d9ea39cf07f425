import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningRedis, startRedis } from '@parley/testing';
import { Redis } from 'ioredis';
import { freePort } from '../test/free-port.js';
import { captureLog } from '../test/log-lines.js';
import { startRedisProcess } from '../test/redis-process.js';
import { createRedis, type RedisConnection } from './create-redis.js';
import { closeRedis } from './redis-connections.js';

jest.setTimeout(30_000);

const { logger } = captureLog();
let dir: string;
let redis: RedisConnection;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'platform-redis-'));
});
afterAll(() => rm(dir, { recursive: true }));

/** What is asked again until it is done: a fail-over and a cluster's first election take their time. */
async function untilDone<T>(call: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await call();
    } catch {
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
}

async function failsInTime(): Promise<void> {
  const startedAt = performance.now();
  await expect(redis.get('{s}key')).rejects.toThrow();
  expect(performance.now() - startedAt).toBeLessThan(2500);
}

describe('behind Sentinel', () => {
  let master: RunningRedis;
  let sentinel: { stop(): Promise<void> };

  beforeAll(async () => {
    master = await startRedis();
    const port = await freePort();
    const file = join(dir, 'sentinel.conf');
    await writeFile(file, `port ${port}\nbind 127.0.0.1\ndir ${dir}\nsentinel monitor mymaster 127.0.0.1 ${master.port} 1\n`);
    sentinel = await startRedisProcess([file, '--sentinel'], '+monitor');
    redis = createRedis(`redis+sentinel://127.0.0.1:${port}/mymaster/1`, { role: 'commands', logger });
  });
  afterAll(async () => {
    await closeRedis(redis);
    await sentinel.stop();
    await master.stop();
  });

  test('the master goes away and comes back → found, calls fail in time, work again', async () => {
    expect(await redis.set('{s}key', 'there')).toBe('OK');
    const direct = new Redis(master.port, { db: 1 });
    expect(await direct.get('{s}key')).toBe('there');
    direct.disconnect();
    await master.stop();
    await failsInTime();
    master = await startRedis({ port: master.port });
    expect(await untilDone(() => redis.set('{s}key', 'again'))).toBe('OK');
  });
});

describe('as a Cluster', () => {
  let port: number;
  let busPort: number;
  let node: { stop(): Promise<void> };

  const startNode = (): Promise<{ stop(): Promise<void> }> => {
    const cluster = [
      '--cluster-enabled',
      'yes',
      '--cluster-config-file',
      join(dir, 'nodes.conf'),
      '--cluster-port',
      String(busPort),
      '--cluster-announce-ip',
      '127.0.0.1',
    ];
    return startRedisProcess(
      ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', dir, ...cluster],
      'Ready to accept',
    );
  };

  beforeAll(async () => {
    [port, busPort] = [await freePort(), await freePort()];
    node = await startNode();
    const direct = new Redis(port);
    await direct.cluster('ADDSLOTSRANGE', 0, 16383);
    direct.disconnect();
    redis = createRedis(`redis+cluster://127.0.0.1:${port}`, { role: 'commands', logger });
  });
  afterAll(async () => {
    await closeRedis(redis);
    await node.stop();
  });

  test('its nodes go away and come back → calls fail in time instead of waiting for ever, and work again', async () => {
    expect(await untilDone(() => redis.set('{s}key', 'there'))).toBe('OK');
    await node.stop();
    await failsInTime();
    await failsInTime();
    node = await startNode();
    expect(await untilDone(() => redis.set('{s}key', 'again'))).toBe('OK');
  });
});
