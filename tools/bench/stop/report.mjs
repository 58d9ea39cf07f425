// What is printed of one load.
import { percentile, printTable } from '../figures.mjs';

const TARGETS = { preempted: { p: 99, ms: 25 }, left: { p: 100, ms: 500 } };

const print = (line = '') => process.stdout.write(`${line}\n`);

const all = () => true;
const aborts = ({ kind }) => kind === 'abort';
const messages = ({ kind }) => kind === 'message';

/** In the order in which it happens; `of` gives the time. */
const MEASURES = [
  ['closed in Redis', ({ closedAt }) => closedAt, all],
  ['`preempted` on the old stream', ({ preemptedAt }) => preemptedAt, all],
  ['  of an abort', ({ preemptedAt }) => preemptedAt, aborts],
  ['  of a new message', ({ preemptedAt }) => preemptedAt, messages],
  ['its own answer: abort', ({ answeredAt }) => answeredAt, aborts],
  ['its own answer: new message', ({ answeredAt }) => answeredAt, messages],
  ['last byte of the model', ({ wroteAt }) => wroteAt, all],
  ['the model sees the end', ({ leftAt }) => leftAt, all],
];

/** Returns whether all that must be so is so; a target that is missed is only said. */
export function report({ runs, paceMs, everyMs, warmUp }, { stops, problems, running, loop, model, processes }) {
  const good = stops.filter(({ problem }) => problem === undefined);
  const failed = stops.filter(({ problem }) => problem !== undefined);
  print();
  print(
    `${runs} runs (never less than ${running}), a token every ${paceMs} ms; a stop every ${everyMs} ms, after ${warmUp} that do not count`,
  );
  printTable(MEASURES.map(([what, of, which]) => rowOf(what, good.filter(which), of)));
  print();
  const tokensAfter = stops.reduce((sum, each) => sum + each.tokensAfter, 0);
  print(
    `tokens after \`preempted\`: ${tokensAfter} (must be 0); stops that were none: ${failed.length}; other problems: ${problems.length}`,
  );
  for (const { name, problem } of failed.slice(0, 5)) print(`  ${name}: ${problem}`);
  for (const problem of problems.slice(0, 5)) print(`  ${problem}`);
  print(target('`preempted`', good, ({ preemptedAt }) => preemptedAt, TARGETS.preempted));
  print(target('the model sees the end', good, ({ leftAt }) => leftAt, TARGETS.left));
  print(`the measuring client: ${loopOf(loop)}`);
  print(`the model: ${loopOf(model)}`);
  print(`Redis commands over 2 ms: ${processes.slow}`);
  printTable(processes.rows);
  return tokensAfter === 0 && failed.length === 0 && problems.length === 0;
}

function rowOf(what, stops, of) {
  const took = timesOf(stops, of);
  const at = (p) => percentile(took, p).toFixed(1);
  return { 'ms from the request to': what, stops: took.length, p50: at(50), p90: at(90), p99: at(99), max: at(100) };
}

/** What was over before the request left counts as 0: the model's last byte may be older. */
const timesOf = (stops, of) => stops.filter((stop) => of(stop) !== undefined).map((stop) => Math.max(0, of(stop) - stop.sentAt));

function target(what, stops, of, { p, ms }) {
  const took = percentile(timesOf(stops, of), p);
  return `target: ${what} ${p === 100 ? 'always' : `p${p}`} < ${ms} ms: ${took.toFixed(1)} ms, ${took < ms ? 'kept' : 'MISSED'}`;
}

const loopOf = ({ lateP50Ms, lateP99Ms, lateMaxMs, busy, cpu }) =>
  `timers late p50 ${lateP50Ms.toFixed(1)} ms, p99 ${lateP99Ms.toFixed(1)} ms, max ${lateMaxMs.toFixed(1)} ms; ` +
  `loop busy ${(busy * 100).toFixed(0)} %, CPU ${(cpu * 100).toFixed(0)} % of a core`;
