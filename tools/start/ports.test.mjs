import assert from 'node:assert/strict';
import { once } from 'node:events';
import net from 'node:net';
import { test } from 'node:test';
import { neededPorts, portProblems, portsOf, takenPorts } from './ports.mjs';

const problemsOf = (env) => portProblems(neededPorts(env));

test('nothing set → the documented ports', () => {
  assert.deepEqual(portsOf(neededPorts({})), {
    GATEWAY_PORT: 3000,
    ENGINE_PORT: 3001,
    SESSION_STORE_PORT: 3002,
    SESSION_STORE_HTTP_PORT: 3012,
    DEMO_MODEL_PORT: 3003,
    PARLEY_REDIS_PORT: 6390,
  });
  assert.deepEqual(problemsOf({}), []);
});

test('a variable set to nothing → its default', () => {
  assert.equal(portsOf(neededPorts({ GATEWAY_PORT: '' })).GATEWAY_PORT, 3000);
});

test('REDIS_URL and MODEL_BASE_URL are set → their ports are not needed, and may be anything', () => {
  const env = { REDIS_URL: 'redis://there', MODEL_BASE_URL: 'http://there/v1', PARLEY_REDIS_PORT: 'x', DEMO_MODEL_PORT: '3000' };
  assert.deepEqual(Object.keys(portsOf(neededPorts(env))), [
    'GATEWAY_PORT',
    'ENGINE_PORT',
    'SESSION_STORE_PORT',
    'SESSION_STORE_HTTP_PORT',
  ]);
  assert.deepEqual(problemsOf(env), []);
});

for (const text of ['0', '65536', '-1', '80.5', '3e3', 'http', '0x50', '1234567']) {
  test(`GATEWAY_PORT=${text} → a problem that names variable and value`, () => {
    assert.deepEqual(problemsOf({ GATEWAY_PORT: text }), [`GATEWAY_PORT must be a port from 1 to 65535, not "${text}"`]);
  });
}

test('several things wrong → all are listed', () => {
  const env = {
    GATEWAY_PORT: 'a',
    ENGINE_PORT: 'b',
    SESSION_STORE_PORT: '4000',
    SESSION_STORE_HTTP_PORT: '4000',
    DEMO_MODEL_PORT: '4000',
  };
  assert.deepEqual(problemsOf(env), [
    'GATEWAY_PORT must be a port from 1 to 65535, not "a"',
    'ENGINE_PORT must be a port from 1 to 65535, not "b"',
    'SESSION_STORE_PORT and SESSION_STORE_HTTP_PORT and DEMO_MODEL_PORT are all 4000',
  ]);
});

test('a port is bound → taken, on its own address and on all of them; free again afterwards', async () => {
  for (const host of ['127.0.0.1', '0.0.0.0']) {
    const server = net.createServer().listen(0, host);
    await once(server, 'listening');
    const { port } = server.address();
    const needed = [{ variable: 'X_PORT', use: 'the x', port, host: '127.0.0.1' }];
    assert.deepEqual(await takenPorts(needed), [
      `port ${port} (the x) is taken by another program: stop that one, or choose another with X_PORT=…`,
    ]);
    server.close();
    await once(server, 'close');
    assert.deepEqual(await takenPorts(needed), []);
  }
});

test('HOST is an address of another machine → said', async () => {
  const [gateway] = neededPorts({ HOST: '192.0.2.1' });
  assert.deepEqual(await takenPorts([{ ...gateway, port: 0 }]), ['HOST=192.0.2.1 is no address of this machine']);
});
