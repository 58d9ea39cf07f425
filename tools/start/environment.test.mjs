import assert from 'node:assert/strict';
import { test } from 'node:test';
import { appEnvironment, mergeEnvironment, reachableHost } from './environment.mjs';

const PORTS = {
  GATEWAY_PORT: 1,
  ENGINE_PORT: 2,
  SESSION_STORE_PORT: 3,
  SESSION_STORE_HTTP_PORT: 4,
  DEMO_MODEL_PORT: 5,
  PARLEY_REDIS_PORT: 6,
};

test('.env and environment name the same variable → the environment wins, also where it is empty', () => {
  const dotEnv = '# comment\nA=file\nB="two words" # tail\nC=file\nexport D=4\n';
  assert.deepEqual(mergeEnvironment(dotEnv, { A: 'real', C: '' }), { A: 'real', B: 'two words', C: '', D: '4' });
});

test('nothing set → the apps find each other, the demo model and a token', () => {
  const env = appEnvironment({}, PORTS, 'made-up');
  assert.deepEqual(env, {
    REDIS_URL: 'redis://127.0.0.1:6',
    ENGINE_URL: 'http://127.0.0.1:2',
    SESSION_STORE_URL: 'tcp://127.0.0.1:3',
    MODEL_BASE_URL: 'http://127.0.0.1:5/v1',
    MODEL_API_KEY: 'demo',
    INTERNAL_TOKEN: 'made-up',
    AUTH_MODE: 'none',
    ...{
      GATEWAY_PORT: '1',
      ENGINE_PORT: '2',
      SESSION_STORE_PORT: '3',
      SESSION_STORE_HTTP_PORT: '4',
      DEMO_MODEL_PORT: '5',
      PARLEY_REDIS_PORT: '6',
    },
  });
});

test('everything set → it stays as it is', () => {
  const set = {
    REDIS_URL: 'r',
    ENGINE_URL: 'e',
    SESSION_STORE_URL: 's',
    INTERNAL_TOKEN: 't',
    AUTH_MODE: 'jwt',
    MODEL_BASE_URL: 'm',
    MODEL_API_KEY: 'k',
    OTHER: 'o',
  };
  const env = appEnvironment(
    set,
    { GATEWAY_PORT: 1, ENGINE_PORT: 2, SESSION_STORE_PORT: 3, SESSION_STORE_HTTP_PORT: 4 },
    'made-up',
  );
  assert.deepEqual(env, { ...set, GATEWAY_PORT: '1', ENGINE_PORT: '2', SESSION_STORE_PORT: '3', SESSION_STORE_HTTP_PORT: '4' });
});

test('a model of the user’s own without a key → no key is made up', () => {
  assert.equal(appEnvironment({ MODEL_BASE_URL: 'm' }, PORTS, 't').MODEL_API_KEY, undefined);
});

for (const [host, reachable] of [
  [undefined, '127.0.0.1'],
  ['0.0.0.0', '127.0.0.1'],
  ['::', '127.0.0.1'],
  ['10.1.2.3', '10.1.2.3'],
  ['::1', '[::1]'],
]) {
  test(`bound to ${host} → reached at ${reachable}`, () => assert.equal(reachableHost(host), reachable));
}
