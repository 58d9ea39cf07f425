// What is still there when everybody has gone and every run has ended.
import { setTimeout as delay } from 'node:timers/promises';
import { BULL_PREFIX, HANDOFF_QUEUE, RUN_CHANNEL_PREFIX } from '@parley/contracts';
import { measureProcesses } from './system.mjs';

const QUEUE = `${BULL_PREFIX}:${HANDOFF_QUEUE}:`;
/** What Bull keeps of a queue that is empty. */
const QUEUE_KEYS = new Set(['id', 'stalled-check', 'meta-paused', 'meta'].map((name) => QUEUE + name));
const QUIET_WITHIN_MS = 60_000;
/** A pool of connections may have grown by so many. */
const MORE_FILES = 20;

/** Waits until nothing is left of any run, and says what is: `{ channels, jobs, lasting, open }`, lists of names. */
export async function leftInRedis(redis) {
  const until = performance.now() + QUIET_WITHIN_MS;
  for (;;) {
    const left = await look(redis);
    if (Object.values(left).every((names) => names.length === 0) || performance.now() > until) return left;
    await delay(1000);
  }
}

async function look(redis) {
  const left = { channels: await redis.pubsub('CHANNELS', `${RUN_CHANNEL_PREFIX}*`), jobs: [], lasting: [], open: [] };
  for await (const keys of redis.scanStream({ count: 1000 })) {
    const pipeline = redis.pipeline();
    for (const key of keys) pipeline.ttl(key).hget(key, 'status');
    const answers = await pipeline.exec();
    keys.forEach((key, i) => note(left, key, answers[2 * i][1], answers[2 * i + 1][1]));
  }
  return left;
}

function note(left, key, ttl, status) {
  if (key.startsWith(QUEUE)) return void (QUEUE_KEYS.has(key) || left.jobs.push(key));
  if (ttl === -1) left.lasting.push(key);
  if (status === 'open') left.open.push(key);
}

/** Each process now beside its first moment: lines for the report, and what has grown beyond reason. */
export function compareProcesses(stack, before) {
  const after = measureProcesses(stack);
  const rows = Object.entries(after).map(([process, { rssMb, files }]) => ({
    process,
    'RSS MB at start': before[process]?.rssMb,
    'at the end': rssMb,
    'open files at start': before[process]?.files,
    'at the end ': files,
  }));
  const grown = rows.filter((row) => row['at the end '] > row['open files at start'] + MORE_FILES).map(({ process }) => process);
  return { rows, grown };
}
