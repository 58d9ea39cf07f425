// Puts people on a system in which things go wrong, and judges what they were shown.
import { setTimeout as delay } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { checkRun } from './check-run.mjs';
import { Book } from './book.mjs';
import { Chaos } from './chaos.mjs';
import { Front } from './front.mjs';
import { compareProcesses, leftInRedis } from './leaks.mjs';
import { ModelCalls } from './model.mjs';
import { randomOf } from './random.mjs';
import { report } from './report.mjs';
import { measureProcesses, startSystem, writeLogs } from './system.mjs';
import { User } from './user.mjs';

const SAY_EVERY_MS = 15_000;
const AT_ONCE = 8;

const print = (line) => process.stdout.write(`${line}\n`);
const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`;

/** Returns the exit code. */
export async function soak(options) {
  const { minutes, seed, users, chaos: kinds } = options;
  print(
    `soak: ${minutes} min, seed ${seed}, ${users} users, chaos: ${kinds.join(' ') || 'none'}, transport ${options.transport}`,
  );
  const { stack, ports } = await startSystem(options);
  const soaking = begin(options, stack, ports);
  try {
    await soaking.whole(minutes * 60_000, users);
    return soaking.book.violations.length > 0 ? 1 : 0;
  } finally {
    if (options.logs) writeLogs(stack, soaking.book.journal, options.logs);
    await stack.down();
  }
}

function begin({ seed, transport, chaos: kinds }, stack, ports) {
  const random = (name) => randomOf(seed, name);
  const since = ({ what, at }) => `${what}, ${seconds(performance.now() - at)} before`;
  const book = new Book(() => chaos.done.slice(-3).map(since).join('; ') || 'nothing');
  const chaos = new Chaos({ stack, kinds, random: random('chaos'), book });
  const state = {
    book,
    stack,
    transport,
    random: random('checks'),
    redis: new Redis(stack.redisUrl, { maxRetriesPerRequest: null }).on('error', () => undefined),
    front: new Front(ports, book),
    model: new ModelCalls(stack.model, book),
    sessions: new Set(),
    steps: new Map(),
    mayFail: kinds.some((kind) => kind.startsWith('kill') || kind === 'redis'),
    // Only who was there all the time sees when it happens; and while no engine is there nobody takes over.
    tookOver(at, viewerSince) {
      const lost = chaos.done.findLast(({ what }) => /ai-engine|SIGTERM redis/.test(what));
      if (!lost || lost.at < viewerSince || !lost.hasOtherEngine) return;
      const [, how, whom] = /^(kill -9|SIGTERM) (?:ai-)?(engine|redis)/.exec(lost.what) ?? [];
      if (how) book.took(`${how} of ${whom === 'redis' ? whom : 'an engine'} → rewind`, at - lost.at);
    },
  };
  return { book, whole: (ms, users) => whole(state, chaos, random, ms, users) };
}

async function whole(state, chaos, random, ms, users) {
  const { stack, book } = state;
  const before = measureProcesses(stack);
  const until = performance.now() + ms;
  const saying = setInterval(() => print(`${book.runs} runs, ${book.violations.length} violations`), SAY_EVERY_MS);
  const people = Array.from({ length: users }, (_, i) => new User(state, `u${i}`, random(`user ${i}`)));
  await Promise.all([chaos.run(until), ...people.map((user) => user.run(until))]);
  clearInterval(saying);
  print('every run has ended; looking at what is left');
  await checkSessions(state);
  const left = await leftInRedis(state.redis);
  for (const [what, names] of Object.entries(left))
    if (names.length > 0) book.violation('left behind', what, `${names.slice(0, 20)}`);
  const { rows, grown } = compareProcesses(stack, before);
  for (const name of grown) book.violation('left behind', 'open files', name);
  state.redis.disconnect();
  report(book, chaos, rows);
}

/** Every session takes a new message. */
async function checkSessions(state) {
  const user = new User(state, 'last', randomOf(0, 'last'));
  const rest = [...state.sessions].filter((sessionId) => sessionId !== user.sessionId);
  const check = async () => {
    for (let sessionId = rest.pop(); sessionId !== undefined; sessionId = rest.pop()) {
      const asked = user.asks(2, 0);
      const one = Object.assign(Object.create(user), { sessionId });
      const viewer = await one.chat('last', asked).catch((error) => error);
      const end =
        viewer instanceof Error ? viewer.message : await checkRun(state, viewer, { ends: ['completed'], text: asked.text });
      if (end !== 'completed') state.book.violation('session wedged', 'last', `${sessionId}: ${end}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, check));
  await delay(0);
}
