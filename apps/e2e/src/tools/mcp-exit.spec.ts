import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ROOT } from '@parley/testing';
import { newSession, useStack } from '../test/use-stack.js';

const stack = useStack({ agentsDir: path.join(ROOT, 'apps/e2e/src/tools/agents') });
const engine = () => stack().engines[0]!;

const SERVERS = ['well', 'no_eof', 'no_sigterm', 'deaf', 'launched'] as const;
type Pids = Record<(typeof SERVERS)[number], number>;

let pids: Pids;
beforeEach(async () => {
  await stack().startServices();
  pids = await startServers();
});
afterEach(() =>
  Object.values(pids)
    .filter(isRunning)
    .forEach((pid) => process.kill(pid, 'SIGKILL')),
);

/** A turn that calls a tool of each. */
async function startServers(): Promise<Pids> {
  stack().model.when({ system_includes: 'NODE=answer' }, { text: 'done' });
  stack().model.when({ system_includes: 'NODE=answer' }, { tool_calls: SERVERS.map((name) => ({ name, arguments: {} })) }, 1);
  const { events } = await stack().gateway().ask(newSession(), 'hello', { agent_id: 'servers' });
  const told = events.flatMap((event) => (event.event === 'tool_result' ? [[event.data.name, Number(event.data.result)]] : []));
  return Object.fromEntries(told) as Pids;
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Those of which nothing may be left; what ended needs a moment until it is nothing. */
async function left(names: readonly (keyof Pids)[]): Promise<string[]> {
  const running = () => names.filter((name) => isRunning(pids[name]));
  for (let tries = 0; tries < 100 && running().length > 0; tries++) await delay(50);
  return running();
}

test('SIGTERM → the engine ends in time, with all its servers, deaf or not', async () => {
  expect(SERVERS.filter((name) => isRunning(pids[name]))).toEqual([...SERVERS]);
  expect(await engine().terminate()).toEqual({ code: 0, signal: null });
  expect(await left(SERVERS)).toEqual([]);
  expect(engine().log).not.toContain('closing takes too long');
});

test('SIGTERM twice, while a tool works → the engine ends at once, with all its servers', async () => {
  stack().model.when({ system_includes: 'NODE=answer' }, { tool_calls: [{ name: 'wait', arguments: {} }] }, 1);
  const stream = await stack().gateway().chat(newSession(), 'hello', { agent_id: 'servers' });
  await stream.next('tool_call');
  const lines = () => engine().log.split('SIGTERM: draining').length;
  const before = lines();
  engine().signal('SIGTERM');
  while (lines() === before) await delay(10);
  engine().signal('SIGTERM');
  expect(await engine().exited).toEqual({ code: 1, signal: null });
  expect(await left(SERVERS)).toEqual([]);
});

test('kill -9 → the servers end by themselves that heed the end of their input', async () => {
  await engine().kill();
  expect(await left(['well', 'no_sigterm'])).toEqual([]);
});
