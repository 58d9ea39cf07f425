// The process that streams and stops: forked, told its task in a message, answers `{ begins }` when it begins to measure and
// `{ stops, problems, running, loop }` when it is done.
import { setTimeout as delay } from 'node:timers/promises';
import { CONTROL_CHANNEL } from '@parley/contracts';
import { Redis } from 'ioredis';
import { LoopMeter, now } from '../loop-meter.mjs';
import { Population } from './population.mjs';
import { stopOne } from './stop-one.mjs';

process.once('message', async (task) => {
  try {
    process.send(await measure(task));
  } catch (error) {
    process.send({ error: error.stack });
  }
});

/** `task`: { gateways: URLs, redisUrl, runs, paceMs, stops, warmUp: so many stops before it counts, everyMs }. */
async function measure(task) {
  const { warmUp, stops: count, everyMs } = task;
  const closings = await listen(task.redisUrl);
  const population = new Population(task);
  await population.fill();
  const stops = [];
  const running = [];
  let meter;
  const startedAt = now();
  for (let i = 0; i < warmUp + count; i++) {
    await delay(Math.max(0, startedAt + i * everyMs - now()));
    if (i === warmUp) {
      process.send({ begins: true });
      meter = new LoopMeter();
    }
    const run = population.take();
    if (!run) throw new Error('no run speaks any more');
    running.push(population.size + 1);
    stops.push(stopOne(population, run, i % 2 === 0 ? 'abort' : 'message'));
  }
  const done = (await Promise.all(stops)).slice(warmUp);
  const loop = meter.read();
  population.leave();
  const heard = done.map((stop) => ({ ...stop, closedAt: closings.get(stop.runId) }));
  return { stops: heard, problems: population.problems, running: Math.min(...running.slice(warmUp)), loop };
}

/** When each run was closed in Redis, as far as this process can tell: its script tells the engines. */
async function listen(url) {
  const closings = new Map();
  const redis = new Redis(url);
  redis.on('message', (_channel, text) => {
    const message = JSON.parse(text);
    if (message.type === 'cancel') closings.set(message.run_id, now());
  });
  await redis.subscribe(CONTROL_CHANNEL);
  return closings;
}
