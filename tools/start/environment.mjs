// Where the settings of `npm start` come from: the environment, then the .env file beside package.json, then defaults.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';

const LOOPBACK = '127.0.0.1';

/** The .env file of `root` under the real environment, which wins, also where it sets a variable to nothing. */
export function readEnvironment(root, env) {
  const file = path.join(root, '.env');
  return mergeEnvironment(existsSync(file) ? readFileSync(file, 'utf8') : '', env);
}

export function mergeEnvironment(dotEnv, env) {
  return { ...parseEnv(dotEnv), ...env };
}

/** The address a client on this machine reaches something at that is bound to `host`, as it stands in a URL. */
export function reachableHost(host) {
  if (!host || host === '0.0.0.0' || host === '::') return LOOPBACK;
  return host.includes(':') ? `[${host}]` : host;
}

/**
 * What every app is given: `env` and whatever it leaves open, so that the apps find each other on this machine.
 * `ports` as `portsOf` gives them.
 */
export function appEnvironment(env, ports, internalToken) {
  const defaults = {
    REDIS_URL: `redis://${LOOPBACK}:${ports.PARLEY_REDIS_PORT}`,
    ENGINE_URL: `http://${LOOPBACK}:${ports.ENGINE_PORT}`,
    SESSION_STORE_URL: `tcp://${LOOPBACK}:${ports.SESSION_STORE_PORT}`,
    INTERNAL_TOKEN: internalToken,
    AUTH_MODE: 'none',
    ...(env.MODEL_BASE_URL ? {} : { MODEL_BASE_URL: `http://${LOOPBACK}:${ports.DEMO_MODEL_PORT}/v1`, MODEL_API_KEY: 'demo' }),
  };
  const open = Object.entries(defaults).filter(([name]) => !env[name]);
  return { ...env, ...Object.fromEntries(open), ...asText(ports) };
}

const asText = (ports) => Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, String(port)]));
