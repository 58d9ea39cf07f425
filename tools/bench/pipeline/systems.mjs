// The two systems that are compared, each on a Redis of its own.
import fs from 'node:fs';
import path from 'node:path';
import { freePort, newLogDir, Process, startRedis } from '../processes.mjs';
import { ROOT, startServices } from '../services.mjs';
import { readStream } from '../sse-client.mjs';

let count = 0;

/** Gateway, engine, session-store and Redis, one of each; `transport`: handoff or ndjson. */
export async function startParley(transport = 'handoff') {
  const { gateways, processes, stop } = await startServices({ env: { ENGINE_TRANSPORT: transport } });
  const sessions = `${gateways[0]}/api/v1/consultations/sessions`;
  return {
    name: `parley ${transport}`,
    processes,
    run: ({ tokens, paceMs }) => readStream(`${sessions}/b${++count}/chat`, { body: { message: `${tokens} ${paceMs}` } }),
    async resume() {
      const session = `${sessions}/c${++count}`;
      const { cardId } = await readStream(`${session}/chat`, { body: { message: 'ask', agent_id: 'bench-card' } });
      return readStream(`${session}/resume`, {
        body: { card_id: cardId, user_response: { answers: [{ field_key: 'n', value: 1 }] } },
      });
    },
    stop,
  };
}

export async function startBare() {
  const logDir = newLogDir();
  const { redis, url } = await startRedis(logDir);
  const port = await freePort();
  const env = { REDIS_URL: url, PORT: String(port), NODE_ENV: 'production' };
  const file = path.join(import.meta.dirname, 'bare-pipeline.mjs');
  const worker = new Process('worker', process.execPath, [file, 'worker'], { env, cwd: ROOT, logDir });
  const server = new Process('server', process.execPath, [file, 'server'], { env, cwd: ROOT, logDir });
  await server.ready(`http://127.0.0.1:${port}/readyz`);
  return {
    name: 'bare',
    processes: [server, worker, redis],
    run: ({ tokens, paceMs }) => readStream(`http://127.0.0.1:${port}/`, { body: { id: `r${++count}`, tokens, paceMs } }),
    stop: async () => {
      await Promise.all([server, worker, redis].map((each) => each.stop()));
      fs.rmSync(logDir, { recursive: true, force: true });
    },
  };
}
