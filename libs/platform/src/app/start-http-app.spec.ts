import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningRedis, startRedis } from '@parley/testing';
import { freePort } from '../test/free-port.js';
import { compile, MiniApp } from '../test/mini-app.js';

// Each test starts a process; machines that build at the same time are slow at that.
jest.setTimeout(30_000);

let redis: RunningRedis;
const started: MiniApp[] = [];

async function start(env: Record<string, string> = {}, cwd?: string): Promise<MiniApp> {
  const app = await MiniApp.start({ REDIS_URL: redis.url, ...env }, cwd);
  started.push(app);
  return app;
}

async function startReady(env: Record<string, string> = {}): Promise<MiniApp> {
  const app = await start(env);
  await app.until('ready');
  return app;
}

beforeAll(async () => {
  compile();
  redis = await startRedis();
});
afterEach(async () => {
  for (const app of started) app.kill('SIGKILL');
  await Promise.all(started.splice(0).map((app) => app.exit()));
});
afterAll(() => redis.stop());

test('it runs → alive, ready, and with metrics', async () => {
  const app = await startReady();
  expect(await (await app.get('/healthz')).json()).toEqual({ status: 'ok' });
  const ready = await app.get('/readyz');
  expect([ready.status, await ready.json()]).toEqual([200, { status: 'ok', checks: { redis: 'ok' } }]);
  expect(await (await app.get('/metrics')).text()).toMatch(/^# HELP process_cpu_user_seconds_total /);
});

test('Redis is away at its start → alive, not ready, says for what it waits, and is ready when Redis comes', async () => {
  const port = await freePort();
  const app = await start({ REDIS_URL: `redis://127.0.0.1:${port}` });
  await app.until('not ready: waiting for redis');
  expect((await app.get('/healthz')).status).toBe(200);
  const unready = await app.get('/readyz');
  expect([unready.status, await unready.json()]).toEqual([503, { status: 'unavailable', checks: { redis: 'not reachable' } }]);
  const late = await startRedis({ port });
  await app.until('ready');
  expect((await app.get('/readyz')).status).toBe(200);
  await late.stop();
});

test.each<NodeJS.Signals>(['SIGTERM', 'SIGINT'])('%s in quiet → it exits with 0', async (signal) => {
  const app = await startReady();
  app.kill(signal);
  expect(await app.exit()).toBe(0);
});

test('SIGTERM while Redis is away → it exits with 0', async () => {
  const app = await start({ REDIS_URL: `redis://127.0.0.1:${await freePort()}` });
  await app.until('not ready');
  app.kill('SIGTERM');
  expect(await app.exit()).toBe(0);
});

test('SIGTERM with open streams → not ready at once, it waits for them, then it exits with 0', async () => {
  const app = await startReady({ DRAIN_TIMEOUT_MS: '1500' });
  const ending = await app.get('/stream');
  const hanging = await app.get('/hang');
  const hangs = hanging.text().then(
    () => 'ended',
    () => 'cut',
  );
  app.kill('SIGTERM');
  expect(await ending.text()).toBe('hello bye');
  const readyz = await app.get('/readyz');
  expect([readyz.status, ((await readyz.json()) as { status: string }).status]).toEqual([503, 'draining']);
  expect(readyz.headers.get('connection')).toBe('close');
  expect((await app.get('/healthz')).status).toBe(200);
  expect(await app.exit()).toBe(0);
  expect(await hangs).toBe('cut');
});

test('the same signal twice → it exits at once', async () => {
  const app = await startReady({ DRAIN_TIMEOUT_MS: '60000' });
  await app.get('/hang');
  app.kill('SIGTERM');
  await app.until('SIGTERM');
  app.kill('SIGTERM');
  expect(await app.exit()).toBe(1);
});

test('SIGINT and SIGTERM, as Ctrl-C sends them to a supervised process → it still drains', async () => {
  const app = await startReady();
  const stream = await app.get('/stream');
  app.kill('SIGINT');
  app.kill('SIGTERM');
  expect(await stream.text()).toBe('hello bye');
  expect(await app.exit()).toBe(0);
});

test('background tasks reject → told in the log without secrets, the open streams go on', async () => {
  const app = await startReady();
  const stream = await app.get('/stream');
  expect((await app.get('/reject')).status).toBe(200);
  await app.until('a rejected promise was not handled');
  expect((await app.get('/healthz')).status).toBe(200);
  app.kill('SIGTERM');
  expect(await stream.text()).toBe('hello bye');
  await app.exit();
  const lines = app.lines.filter(({ msg }) => msg === 'a rejected promise was not handled');
  expect(lines.map(({ level }) => level)).toEqual(['error', 'error']);
  expect(JSON.stringify(lines)).toContain('forgotten text');
  expect(JSON.stringify(lines)).not.toContain('geheim');
});

test('an exception that nobody catches → told in the log, exit code 1', async () => {
  const app = await startReady();
  await app.get('/crash').catch(() => undefined);
  expect(await app.exit()).toBe(1);
  expect(app.lines.at(-1)).toMatchObject({
    level: 'fatal',
    msg: 'an exception was not caught',
    err: { message: 'nobody catches this' },
  });
});

test('a wrong configuration → all problems on stderr, exit code 78', async () => {
  const app = await start({ DRAIN_TIMEOUT_MS: 'soon', LOG_LEVEL: 'loud' });
  expect(await app.exit()).toBe(78);
  expect(app.stderr).toContain('DRAIN_TIMEOUT_MS: expected');
  expect(app.stderr).toContain('LOG_LEVEL: expected');
});

test('a .env file in the working directory → read, but the real environment wins', async () => {
  const cwd = await mkdtemp(join(tmpdir(), 'platform-'));
  await writeFile(join(cwd, '.env'), 'LOG_LEVEL=loud\nDRAIN_TIMEOUT_MS=soon\nDEFAULT_LANG=de\n');
  const app = await start({ LOG_LEVEL: 'info', DRAIN_TIMEOUT_MS: '' }, cwd);
  expect(await app.exit()).toBe(78);
  expect(app.stderr.split('\n').filter((line) => line.startsWith('  '))).toEqual([
    '  DEFAULT_LANG: expected one of the following values: zh, en; got "de"',
  ]);
  await rm(cwd, { recursive: true });
});

test('a store for everybody without a token → exit code 78', async () => {
  const app = await start({ HOST: '0.0.0.0' });
  expect(await app.exit()).toBe(78);
  expect(app.stderr).toContain('INTERNAL_TOKEN: expected');
});

test.each(['HTTP', 'TCP'])('its %s port is taken → it says so, exit code 1', async (which) => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  const free = await freePort();
  const app = new MiniApp(which === 'HTTP' ? port : free, which === 'HTTP' ? free : port, { REDIS_URL: redis.url });
  started.push(app);
  expect(await app.exit()).toBe(1);
  expect(app.lines.at(-1)).toMatchObject({ level: 'fatal', msg: `port ${port} on 127.0.0.1 is taken by another process` });
  taken.close();
});
