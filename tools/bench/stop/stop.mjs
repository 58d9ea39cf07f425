// How soon a stop is a stop: many runs stream, one after the other is stopped through the other gateway than its stream's.
import { fork } from 'node:child_process';
import { on } from 'node:events';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startModel } from '../start-model.mjs';
import { startServices } from '../services.mjs';
import { busyProcesses } from './busy.mjs';
import { report } from './report.mjs';

const EVERY_MS = 25;
const CLOSES_WITHIN_MS = 5000;

const loadsFor = (isQuick) =>
  isQuick
    ? [{ runs: 20, paceMs: 50, stops: 80, warmUp: 40, everyMs: 2 * EVERY_MS }]
    : [50, 20].map((paceMs) => ({ runs: 200, paceMs, stops: 800, warmUp: 400, everyMs: EVERY_MS }));

/** Returns the exit code: 1 where a token came after `preempted`, or a stop was none. */
export async function bench({ isQuick, profile }) {
  let isRight = true;
  for (const load of loadsFor(isQuick)) isRight = report(load, await measure(load, profile)) && isRight;
  return isRight ? 0 : 1;
}

/** Everything starts afresh for each load. */
async function measure(load, profile) {
  const model = await startModel();
  let services;
  let client;
  try {
    // At the end many runs still go on: nobody waits for them.
    const env = { MODEL_BASE_URL: model.url, DRAIN_TIMEOUT_MS: '1000' };
    const folder = profile && path.resolve(profile, `stop-${load.paceMs}ms`);
    services = await startServices({ gateways: 2, engines: 2, env, appendonly: true, profile: folder });
    client = fork(path.join(import.meta.dirname, 'client.mjs'));
    return await runClient(client, { ...services, model }, load);
  } finally {
    client?.kill();
    await services?.stop();
    await model.stop();
  }
}

async function runClient(client, system, load) {
  const { gateways, redisUrl, model } = system;
  const messages = on(client, 'message', { close: ['exit'] });
  client.send({ gateways, redisUrl, ...load });
  await heard(messages);
  await model.forget();
  const endBusy = await busyProcesses(system);
  const measured = await heard(messages);
  const processes = await endBusy();
  const said = await closedCalls(model, measured.stops);
  const stops = measured.stops.map((stop) => withCall(stop, said.byName.get(stop.name)));
  return { ...measured, stops, processes, model: said.loop };
}

function withCall(stop, call) {
  if (call?.closedAt === undefined) return { ...stop, problem: stop.problem ?? 'its model call goes on' };
  return { ...stop, leftAt: call.closedAt, wroteAt: call.wroteAt };
}

/** The model's calls, as soon as all that were stopped are closed. */
async function closedCalls(model, stops) {
  for (const until = performance.now() + CLOSES_WITHIN_MS; ; await delay(100)) {
    const { calls, loop } = await model.calls();
    const byName = new Map(calls.map((call) => [call.name, call]));
    const isComplete = stops.every(({ name }) => byName.get(name)?.closedAt !== undefined);
    if (isComplete || performance.now() > until) return { byName, loop };
  }
}

async function heard(messages) {
  const { done, value } = await messages.next();
  if (done) throw new Error('the client has ended');
  const [message] = value;
  if (message.error) throw new Error(message.error);
  return message;
}
