import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { createHttpApp, createLogger, StoreClient } from '@parley/platform';
import { startRedis } from '@parley/testing';
import { AppModule } from './app.module.js';
import { SessionStoreConfig } from './config.js';
import { answer, cardOf } from './test/test-card.js';
import { TestSession } from './test/test-session.js';
import { refusalOf } from './test/test-store.js';
import { useRedis } from './test/use-redis.js';

const redis = useRedis();
const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

/** The app on a port of its own, and a client of it. */
async function serve(redisUrl: string): Promise<StoreClient> {
  const port = await freePort();
  const config = Object.assign(new SessionStoreConfig(), { REDIS_URL: redisUrl, SESSION_STORE_URL: `tcp://127.0.0.1:${port}` });
  const logger = createLogger('session-store', 'silent');
  const app = await createHttpApp({ name: 'session-store', module: AppModule, config, logger, storePort: port });
  await app.startAllMicroservices();
  const client = new StoreClient(config, logger);
  stops.push(async () => {
    client.onApplicationShutdown();
    await app.close();
  });
  return client;
}

test('the whole of a consultation over TCP → every call finds its handler, refusals arrive as they were made', async () => {
  const client = await serve(redis.url);
  const session = new TestSession({ call: client.call.bind(client), redis: (await redis.store()).redis });
  expect(await session.create()).toMatchObject({ created: true });
  const card = await session.askedWith(cardOf(), { text: 'Who?' });
  expect((await session.pendingCard()).card).toEqual(card);
  expect(await refusalOf(session.chat('hm'))).toMatchObject({ code: 'card_pending', details: { card } });
  expect((await refusalOf(session.resume([answer('x', 1)]))).details.errors).toHaveLength(2);
  const run = await session.resume([answer('name', 'Li')]);
  expect(await session.find()).toMatchObject({ run_id: run.run_id, status: 'open' });
  expect(await session.close(run.run_id, { attempt: 7 })).toEqual({ closed: false });
  expect(await session.abort()).toEqual({ aborted: true, run_id: run.run_id });
  expect((await session.messages()).items).toHaveLength(3);
  expect((await client.call('session.list', { tenant_id: 'default', owner: '-', limit: 1 })).items).toEqual([
    await session.get(),
  ]);
  expect(await session.delete()).toBeNull();
  expect((await refusalOf(session.get())).code).toBe('session_not_found');
});

test('Redis is away → every call is store_unavailable', async () => {
  const server = await startRedis();
  const client = await serve(server.url);
  const session = new TestSession({ call: client.call.bind(client), redis: (await redis.store()).redis });
  const run = await session.chat('hello');
  await server.stop();
  const calls = [
    ...[session.create(), session.get(), session.messages(), session.pendingCard(), session.find(), session.delete()],
    ...[session.chat('x'), session.resume([]), session.abort(), session.close(run.run_id, { attempt: 0 })],
    ...[session.tryClaim(run, { epoch: 1 }), client.call('session.list', { tenant_id: 'default', owner: '-', limit: 1 })],
  ];
  const refusals = await Promise.all(calls.map(refusalOf));
  expect(refusals.map(({ code }) => code)).toEqual(calls.map(() => 'store_unavailable'));
});
