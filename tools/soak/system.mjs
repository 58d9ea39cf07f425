// What is under load: real processes, an append-only Redis, and here a scripted model and a server that counts side effects.
import fs from 'node:fs';
import path from 'node:path';
import { Stack } from '@parley/testing';

/** Short, so that a soak sees much of what these times are for. */
export const TIMES = { stallDetectMs: 3000, graceMs: 3000, queueTimeoutMs: 30_000, drainTimeoutMs: 4000 };

const ENV = {
  STALL_DETECT_MS: String(TIMES.stallDetectMs),
  DISCONNECT_GRACE_MS: String(TIMES.graceMs),
  QUEUE_TIMEOUT_MS: String(TIMES.queueTimeoutMs),
  DRAIN_TIMEOUT_MS: String(TIMES.drainTimeoutMs),
  SSE_KEEPALIVE_MS: '2000',
  DEFAULT_AGENT: 'talk',
  NODE_ENV: 'production',
};

const TRANSPORTS = { handoff: ['handoff'], ndjson: ['ndjson'], mixed: ['handoff', 'ndjson'] };

export async function startSystem({ gateways, engines, stores, transport }) {
  const ways = TRANSPORTS[transport];
  const stack = await Stack.up({
    gateways: Array.from({ length: gateways }, (_, i) => ({ ENGINE_TRANSPORT: ways[i % ways.length] })),
    engines: Array.from({ length: engines }, () => ({})),
    stores,
    env: ENV,
    agentsDir: path.join(import.meta.dirname, 'agents'),
  });
  return { stack, ports: stack.gateways.map((_, i) => stack.gateway(i).port) };
}

/** Memory and open files of each service: `{ name: { rssMb, files } }`; of one that does not run nothing. */
export function measureProcesses(stack) {
  const running = [stack.redis, ...stack.services].filter(({ isRunning }) => isRunning);
  return Object.fromEntries(running.map(({ name, pid }) => [name, { pid, ...measure(pid) }]));
}

function measure(pid) {
  const kb = Number(/VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  return { rssMb: Math.round(kb / 1024), files: fs.readdirSync(`/proc/${pid}/fd`).length };
}

export function writeLogs(stack, journal, folder) {
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(path.join(folder, 'soak.log'), journal.map((line) => `${line}\n`).join(''));
  for (const { name, log } of stack.processes) fs.writeFileSync(path.join(folder, `${name}.log`), log);
}
