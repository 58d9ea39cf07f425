import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { identityOf, isAlive } from '../lock/process-identity.cjs';
import { StartUnderTest, until } from './fixture/start-under-test.mjs';

const APPS = ['ai-engine', 'consultations-gateway', 'demo-model', 'redis', 'session-store'];

let on;
beforeEach(async () => (on = await StartUnderTest.create()));
afterEach(() => on.end());

const names = () => Object.keys(on.children()).sort();
const killed = (identity) => until(() => !isAlive(identity));

test('a fresh folder → everything runs, and the address, agents, a curl line and the folders are told', async () => {
  const start = await on.ready();
  assert.deepEqual(names(), APPS);
  const url = `http://127.0.0.1:${on.ports.GATEWAY_PORT}`;
  for (const part of [
    `Parley is ready: ${url}`,
    'ask  Asks',
    `curl -N ${url}/api/v1/consultations/sessions/`,
    path.join(on.root, '.parley/logs'),
    'MODEL_BASE_URL',
  ]) {
    assert.ok(start.said().includes(part), `${part} in:\n${start.said()}`);
  }
  assert.match(readFileSync(path.join(on.root, '.parley/logs/ai-engine.log'), 'utf8'), /ai-engine begins/);
});

test('apps → they are given each other’s addresses and one token that is kept and private', async () => {
  await on.ready({ HOST: '0.0.0.0' });
  const engine = await (await on.fetch('ENGINE_PORT', '/env')).json();
  const gateway = await (await on.fetch('GATEWAY_PORT', '/env')).json();
  assert.equal(gateway.ENGINE_URL, `http://127.0.0.1:${on.ports.ENGINE_PORT}`);
  assert.equal(gateway.SESSION_STORE_URL, `tcp://127.0.0.1:${on.ports.SESSION_STORE_PORT}`);
  assert.equal(engine.REDIS_URL, `redis://127.0.0.1:${on.ports.PARLEY_REDIS_PORT}`);
  assert.equal(engine.MODEL_BASE_URL, `http://127.0.0.1:${on.ports.DEMO_MODEL_PORT}/v1`);
  const file = path.join(on.root, '.parley/internal-token');
  assert.equal(engine.INTERNAL_TOKEN, readFileSync(file, 'utf8').trim());
  assert.equal(gateway.INTERNAL_TOKEN, engine.INTERNAL_TOKEN);
  assert.equal(statSync(file).mode & 0o077, 0);
  assert.deepEqual([gateway.HOST, engine.HOST], ['0.0.0.0', '127.0.0.1']);
});

test('REDIS_URL and MODEL_BASE_URL are set, one of them in .env → no Redis and no demo model of its own', async () => {
  writeFileSync(path.join(on.root, '.env'), 'MODEL_BASE_URL=http://model.example/v1\nGATEWAY_PORT=1\n');
  const start = await on.ready({ REDIS_URL: 'redis://:secret@127.0.0.1:1' });
  assert.deepEqual(names(), ['ai-engine', 'consultations-gateway', 'session-store']);
  assert.ok(!start.said().includes('secret'));
});

test('SIGTERM to the process group, and once more as npm passes it on → gateway, engine, store and Redis end in this order, exit 0, no record left', async () => {
  const start = await on.ready({ FAKE_FAULT: 'consultations-gateway:slow' });
  const redis = on.children().redis;
  process.kill(-start.child.pid, 'SIGTERM');
  start.child.kill('SIGTERM');
  assert.equal(await start.exited, 0);
  const ended = on
    .notes()
    .filter((note) => note.includes(' ended '))
    .map((note) => note.split(' ')[0]);
  assert.deepEqual(ended.slice(0, 2), ['consultations-gateway', 'ai-engine']);
  assert.deepEqual(ended.slice(2).sort(), ['demo-model', 'session-store']);
  assert.ok(!isAlive(redis));
  assert.ok(!existsSync(path.join(on.root, '.parley/start.json')));
});

test('an app that does not end → killed after DRAIN_TIMEOUT_MS, exit 0', async () => {
  const start = await on.ready({ FAKE_FAULT: 'consultations-gateway:deaf' });
  const { 'consultations-gateway': gateway } = on.children();
  start.child.kill('SIGINT');
  assert.equal(await start.exited, 0);
  assert.ok(!isAlive(gateway));
  assert.match(start.said(), /consultations-gateway had not ended after 2 s and was killed/);
});

test('Ctrl-C once more, later → what does not end is killed at once, exit 0', async () => {
  const start = await on.ready({ FAKE_FAULT: 'consultations-gateway:deaf', DRAIN_TIMEOUT_MS: '60000' });
  const redis = on.children().redis;
  const again = setInterval(() => start.child.kill('SIGINT'), 100);
  assert.equal(await start.exited, 0);
  clearInterval(again);
  assert.ok(!isAlive(redis));
  assert.match(readFileSync(path.join(on.root, '.parley/logs/redis.log'), 'utf8'), /Redis is now ready to exit, bye bye/);
});

for (const name of APPS) {
  test(`${name} is killed → it is started again, the others go on`, async () => {
    await on.ready();
    const before = on.children();
    process.kill(before[name].pid, 'SIGKILL');
    await until(() => (on.children()[name] ?? before[name]).pid !== before[name].pid);
    const after = on.children();
    for (const other of APPS.filter((app) => app !== name)) assert.deepEqual(after[other], before[other]);
  });
}

test('Redis is killed → what was written is there again', async () => {
  await on.ready();
  const { redis } = on.children();
  assert.equal(await command('SET kept yes'), '+OK');
  // everysec: the write reaches the file's page cache at once, which a killed process does not lose
  process.kill(redis.pid, 'SIGKILL');
  await killed(redis);
  await until(async () => (await command('GET kept').catch(() => '')).endsWith('yes'));
});

test('the start itself is killed → its children are ended, and the next start runs', async () => {
  const first = await on.ready();
  const left = Object.values(on.children());
  first.child.kill('SIGKILL');
  await Promise.all(left.map(killed));
  await on.ready();
  assert.deepEqual(names(), APPS);
});

test('the start is killed and the next one comes at once → it waits for, or does, the clearing and runs', async () => {
  const first = await on.ready({ FAKE_FAULT: 'ai-engine:deaf' });
  const left = Object.values(on.children());
  first.child.kill('SIGKILL');
  await first.exited;
  await on.ready();
  assert.deepEqual(left.filter(isAlive), []);
  assert.deepEqual(names(), APPS);
});

test('start and its watcher were killed, a child goes on → the next start ends it, says so and runs', async () => {
  const orphan = spawn('sleep', ['1000'], { detached: true, stdio: 'ignore' });
  const child = { name: 'ai-engine', wave: 2, ...identityOf(orphan.pid) };
  const stranger = { name: 'session-store', wave: 3, pid: process.pid, startTime: 'of an earlier process' };
  mkdirSync(path.join(on.root, '.parley'));
  const left = { pid: process.pid, startTime: 'of an earlier process', purpose: 'start', children: [child, stranger] };
  writeFileSync(path.join(on.root, '.parley/start.json'), JSON.stringify(left));
  const start = await on.ready();
  assert.ok(!isAlive(child));
  assert.match(start.said(), /had left running: ai-engine$/m);
});

test('reset while it runs → refused; afterwards → the folder is gone', async () => {
  const start = await on.ready();
  assert.deepEqual(reset(), { status: 1, isThere: true });
  start.child.kill('SIGTERM');
  await start.exited;
  assert.deepEqual(reset(), { status: 0, isThere: false });
  assert.deepEqual(reset(), { status: 0, isThere: false });
});

test('a second start in the same folder → it says that it runs, where and as whom, and ends with 1; the first goes on', async () => {
  const first = await on.ready();
  const before = on.children();
  const second = on.start();
  assert.equal(await second.exited, 1);
  assert.match(
    second.said(),
    new RegExp(`already runs .* at http://127.0.0.1:${on.ports.GATEWAY_PORT} \\(pid ${first.child.pid}`),
  );
  assert.deepEqual(on.children(), before);
});

test('two ports are taken → both are named with their variables before anything begins', async () => {
  const taken = ['ENGINE_PORT', 'SESSION_STORE_PORT'];
  const servers = taken.map((name) => net.createServer().listen(on.ports[name], '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const start = on.start();
  assert.equal(await start.exited, 1);
  for (const name of taken) assert.match(start.said(), new RegExp(`port ${on.ports[name]} .*${name}=`));
  assert.deepEqual(on.notes(), []);
  servers.forEach((server) => server.close());
});

test('an app whose configuration is wrong (exit 78) → its log is shown, everything ends, exit 78', async () => {
  const start = on.start({ FAKE_FAULT: 'ai-engine:misconfigured' });
  assert.equal(await start.exited, 78);
  assert.match(start.said(), /AUTH_MODE must be none or jwt/);
  assert.deepEqual(names(), []);
  assert.equal(on.notes().filter((note) => note.startsWith('ai-engine began')).length, 1);
});

test('an app dies at every start → started again ever later, and its log is shown once', async () => {
  const start = on.start({ FAKE_FAULT: 'session-store:crashes' });
  await until(() => start.said().includes('again in 1.6 s'));
  assert.equal(start.said().match(/no such module/g).length, 1);
  start.child.kill('SIGTERM');
  assert.equal(await start.exited, 0);
});

test('.parley is deleted while it runs, so that nothing can be started again → everything ends, exit 1', async () => {
  const start = await on.ready();
  const children = on.children();
  rmSync(path.join(on.root, '.parley'), { recursive: true });
  process.kill(children['ai-engine'].pid, 'SIGKILL');
  assert.equal(await start.exited, 1);
  assert.deepEqual(Object.values(children).filter(isAlive), []);
});

test('the build fails → what the compiler said, exit 1, nothing began', async () => {
  const start = on.start({ FAKE_BUILD_EXIT: '2' });
  assert.equal(await start.exited, 1);
  assert.match(start.said(), /the fake compiler speaks/);
  assert.deepEqual(on.notes(), []);
});

/** `npm run reset` in the folder under test: the script looks beside its own place. */
function reset() {
  const tools = path.join(on.root, 'tools');
  if (!existsSync(tools)) symlinkSync(path.resolve(import.meta.dirname, '..'), tools);
  const { status } = spawnSync(process.execPath, [
    '--preserve-symlinks-main',
    '--preserve-symlinks',
    path.join(tools, 'reset.mjs'),
  ]);
  return { status, isThere: existsSync(path.join(on.root, '.parley')) };
}

async function command(text) {
  const socket = net.connect(on.ports.PARLEY_REDIS_PORT, '127.0.0.1', () => socket.write(`${text}\r\n`));
  const [data] = await once(socket, 'data');
  socket.destroy();
  return data.toString().trim();
}
