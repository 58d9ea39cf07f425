// Parley for a measurement: any number of gateways and engines, one session-store, a Redis of its own.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort, newLogDir, Process, startRedis } from './processes.mjs';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const AGENTS_DIR = fileURLToPath(new URL('agents', import.meta.url));

/**
 * `env`: for all services. `profile`: a folder for a CPU profile of each service, written when it ends.
 * Returns `{ gateways: URLs, probes: [{ name, url }] for health and metrics, processes, redisUrl, stop() }`.
 */
export async function startServices({ gateways = 1, engines = 1, env = {}, appendonly, profile } = {}) {
  const logDir = newLogDir();
  const { redis, url: redisUrl } = await startRedis(logDir, { appendonly });
  const ports = (count) => Promise.all(Array.from({ length: count }, freePort));
  const [gatewayPorts, enginePorts, [store, storeHttp]] = [await ports(gateways), await ports(engines), await ports(2)];
  const common = {
    REDIS_URL: redisUrl,
    INTERNAL_TOKEN: 'bench-internal-token',
    ENGINE_URL: `http://127.0.0.1:${enginePorts[0]}`,
    SESSION_STORE_URL: `tcp://127.0.0.1:${store}`,
    AGENTS_DIR,
    DEFAULT_AGENT: 'bench',
    ENGINE_CONCURRENCY: '1000',
    NODE_ENV: 'production',
    ...env,
  };
  const services = [];
  const start = (name, app, port, own) => {
    const options = { env: { ...common, ...own }, cwd: ROOT, logDir };
    const service = new Process(name, process.execPath, [...profiling(profile, name), `apps/${app}/dist/main.js`], options);
    services.push({ service, name, url: `http://127.0.0.1:${port}` });
  };
  const named = (name, list, i) => (list.length === 1 ? name : `${name}-${i + 1}`);
  gatewayPorts.forEach((port, i) =>
    start(named('gateway', gatewayPorts, i), 'consultations-gateway', port, { GATEWAY_PORT: String(port) }),
  );
  enginePorts.forEach((port, i) => start(named('engine', enginePorts, i), 'ai-engine', port, { ENGINE_PORT: String(port) }));
  start('store', 'session-store', storeHttp, { SESSION_STORE_PORT: String(store), SESSION_STORE_HTTP_PORT: String(storeHttp) });
  const stop = async () => {
    await Promise.all(services.map((each) => each.service.stop()));
    await redis.stop();
    fs.rmSync(logDir, { recursive: true, force: true });
  };
  try {
    await Promise.all(services.map((each) => each.service.ready(`${each.url}/readyz`)));
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    gateways: gatewayPorts.map((port) => `http://127.0.0.1:${port}`),
    probes: services.map(({ name, url }) => ({ name, url })),
    processes: [...services.map((each) => each.service), redis],
    redisUrl,
    stop,
  };
}

const profiling = (folder, name) =>
  folder === undefined ? [] : ['--cpu-prof', '--cpu-prof-dir', folder, '--cpu-prof-name', `${name}.cpuprofile`];
