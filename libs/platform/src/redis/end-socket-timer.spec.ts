import { setTimeout as delay } from 'node:timers/promises';
import { type RunningRedis, startRedis } from '@parley/testing';
import { Redis } from 'ioredis';
import { endSocketTimerWithConnection } from './end-socket-timer.js';

const SOCKET_TIMEOUT_MS = 300;

describe('a connection that breaks while an answer is due', () => {
  let server: RunningRedis;
  let admin: Redis;
  let redis: Redis;

  /** Unlike `once` of node:events it bears errors. */
  const next = (event: 'ready'): Promise<void> => new Promise((resolve) => redis.once(event, () => resolve()));

  beforeEach(async () => {
    server = await startRedis();
    admin = new Redis(server.url);
    redis = new Redis(server.url, { socketTimeout: SOCKET_TIMEOUT_MS, retryStrategy: () => 20 });
    redis.on('error', () => undefined);
    endSocketTimerWithConnection(redis);
  });
  afterEach(async () => {
    redis.disconnect();
    admin.disconnect();
    await server.stop();
  });

  test('the one that comes after stays', async () => {
    const id = await redis.client('ID');
    // Sent again on the next connection, and answered in time there.
    const waits = redis.brpop('never', 0.1);
    await admin.client('KILL', 'ID', id);
    await next('ready');
    await waits;
    let breaks = 0;
    redis.on('close', () => (breaks += 1));
    // Longer than the timer of the first connection would have run.
    await delay(2 * SOCKET_TIMEOUT_MS);
    expect([breaks, await redis.ping()]).toEqual([0, 'PONG']);
  });
});
