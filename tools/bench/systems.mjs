// The two systems that are compared, each on a Redis of its own.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort, Process, startRedis } from './processes.mjs';
import { readStream } from './sse-client.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const HERE = fileURLToPath(new URL('.', import.meta.url));
let count = 0;

/** Gateway, engine, session-store and Redis, one of each; `transport`: handoff or ndjson. */
export async function startParley(transport = 'handoff') {
  const logDir = fs.mkdtempSync(path.join(os.tmpdir(), 'parley-bench-'));
  const { redis, url } = await startRedis(logDir);
  const [gateway, engine, store, storeHttp] = await Promise.all([freePort(), freePort(), freePort(), freePort()]);
  const env = {
    REDIS_URL: url,
    INTERNAL_TOKEN: 'bench-internal-token',
    ENGINE_TRANSPORT: transport,
    GATEWAY_PORT: String(gateway),
    ENGINE_PORT: String(engine),
    ENGINE_URL: `http://127.0.0.1:${engine}`,
    SESSION_STORE_PORT: String(store),
    SESSION_STORE_URL: `tcp://127.0.0.1:${store}`,
    SESSION_STORE_HTTP_PORT: String(storeHttp),
    AGENTS_DIR: path.join(HERE, 'agents'),
    DEFAULT_AGENT: 'bench',
    ENGINE_CONCURRENCY: '1000',
    NODE_ENV: 'production',
  };
  const start = (name, app) => new Process(name, process.execPath, [`apps/${app}/dist/main.js`], { env, cwd: ROOT, logDir });
  const processes = [start('gateway', 'consultations-gateway'), start('engine', 'ai-engine'), start('store', 'session-store')];
  await Promise.all(processes.map((each, i) => each.ready(`http://127.0.0.1:${[gateway, engine, storeHttp][i]}/readyz`)));
  const sessions = `http://127.0.0.1:${gateway}/api/v1/consultations/sessions`;
  return {
    name: `parley ${transport}`,
    processes: [...processes, redis],
    logDir,
    run: ({ tokens, paceMs }) => readStream(`${sessions}/b${++count}/chat`, { body: { message: `${tokens} ${paceMs}` } }),
    async resume() {
      const session = `${sessions}/c${++count}`;
      const { cardId } = await readStream(`${session}/chat`, { body: { message: 'ask', agent_id: 'bench-card' } });
      return readStream(`${session}/resume`, { body: { card_id: cardId, user_response: { answers: [{ field_key: 'n', value: 1 }] } } });
    },
    stop: async () => {
      await Promise.all(processes.map((each) => each.stop()));
      await redis.stop();
    },
  };
}

export async function startBare() {
  const logDir = fs.mkdtempSync(path.join(os.tmpdir(), 'parley-bench-'));
  const { redis, url } = await startRedis(logDir);
  const port = await freePort();
  const env = { REDIS_URL: url, PORT: String(port), NODE_ENV: 'production' };
  const file = path.join(HERE, 'bare-pipeline.mjs');
  const worker = new Process('worker', process.execPath, [file, 'worker'], { env, cwd: ROOT, logDir });
  const server = new Process('server', process.execPath, [file, 'server'], { env, cwd: ROOT, logDir });
  await server.ready(`http://127.0.0.1:${port}/readyz`);
  return {
    name: 'bare',
    processes: [server, worker, redis],
    logDir,
    run: ({ tokens, paceMs }) => readStream(`http://127.0.0.1:${port}/`, { body: { id: `r${++count}`, tokens, paceMs } }),
    stop: () => Promise.all([server, worker, redis].map((each) => each.stop())),
  };
}
