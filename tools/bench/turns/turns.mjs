// The cost of an early turn of a session against that of a late one. Sessions talk side by side, each one turn after the other.
// Processes get faster while they run, which must not pass for sessions that get cheaper: the late turns of old sessions
// alternate with the early ones of new sessions.
import path from 'node:path';
import { Redis } from 'ioredis';
import { startServices } from '../services.mjs';
import { startModel } from '../start-model.mjs';
import { Costs } from './costs.mjs';
import { measureMemory } from './memory.mjs';
import { report } from './report.mjs';
import { Talk } from './talk.mjs';
import { Window } from './window.mjs';

/** Turns of a window. The agent's prompts hold as many earlier turns: from the second window on they are of one size. */
const WIDTH = 20;
/** The first turn is apart: it begins the session. */
const EARLY = [2, 1 + WIDTH];
const GROWN_UP = [2 + WIDTH, 1 + 2 * WIDTH];

/** `warmUp`: turns of other sessions before it counts. */
const loadFor = (isQuick) => (isQuick ? { sessions: 4, turns: 62, warmUp: 20 } : { sessions: 20, turns: 200, warmUp: 60 });

/** Returns the exit code: 1 where a turn failed. */
export async function bench({ isQuick, profile }) {
  const model = await startModel();
  let services;
  let redis;
  try {
    const env = { MODEL_BASE_URL: model.url, DEFAULT_AGENT: 'bench-facts' };
    services = await startServices({ env, profile: profile && path.resolve(profile, 'turns') });
    redis = new Redis(services.redisUrl);
    return await measure({ ...services, model, redis }, loadFor(isQuick));
  } finally {
    redis?.disconnect();
    await services?.stop();
    await model.stop();
  }
}

async function measure(system, { sessions, turns, warmUp }) {
  const costs = new Costs(system);
  const talk = (name) => new Talk({ gateway: system.gateways[0], name, sessions });
  const [warm, old, anew] = [talk('warm'), talk('old'), talk('new')];
  const late = [turns - WIDTH + 1, turns];
  const windows = {
    second: new Window(old, 2, 2),
    early: new Window(old, ...EARLY),
    grownUp: new Window(old, ...GROWN_UP),
    newEarly: new Window(anew, ...EARLY),
    newGrownUp: new Window(anew, ...GROWN_UP),
    late: new Window(old, ...late),
  };
  const memory = [];
  const next = async (one) => {
    const before = await costs.read();
    const tookMs = await one.next();
    const cost = costs.since(before, await costs.read());
    for (const window of Object.values(windows)) window.take(one, cost, tookMs);
    if (one === old && [1, EARLY[1], GROWN_UP[1], turns].includes(one.turn))
      memory.push({ turn: one.turn, ...(await measureMemory(system.redis, one.sessionIds)) });
  };

  while (warm.turn < warmUp) await next(warm);
  while (old.turn < late[0] - 1) await next(old);
  while (anew.turn < GROWN_UP[0] - 1) await next(anew);
  while (old.turn < turns) {
    await next(old);
    await next(anew);
  }
  return report({ sessions, windows, memory, failed: warm.failed + old.failed + anew.failed });
}
