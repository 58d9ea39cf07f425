// What is printed at the end.
import { percentile, printTable } from '../bench/figures.mjs';
import { MUST_BE_0 } from './book.mjs';

/** These are shown by kind of scenario. */
const BY_KIND = ['lost', 'doubled', 'out of order', 'hung'];
const DETAILS = 12;
const DETAIL_LENGTH = 600;

const print = (line = '') => process.stdout.write(`${line}\n`);

export function report(book, chaos, processes) {
  print();
  printTable([...book.kinds].map(([kind, { started, ends }]) => rowOf(book, kind, started, ends)));
  print();
  for (const [what, values] of Object.entries(book.timings)) print(`${what}: ${spread(values)}`);
  print(`refused for the moment: ${list(book.refusals) || 'none'}`);
  print(`what went wrong on purpose: ${list(tally(chaos.done.map(({ what }) => what.replace(/-\d+$/, '')))) || 'nothing'}`);
  print();
  printTable(processes);
  print();
  for (const { what, kind, at, chaos: last, detail } of book.violations.slice(0, DETAILS))
    print(`${what} [${kind}] ${at}, after ${last}\n  ${detail.slice(0, DETAIL_LENGTH)}`);
  if (book.violations.length > DETAILS) print(`… and ${book.violations.length - DETAILS} more`);
  print(`must be 0: ${MUST_BE_0.map((what) => `${what} ${book.count(what)}`).join(' · ')}`);
}

function rowOf(book, kind, started, ends) {
  const all = [...ends.entries()].sort(([one], [other]) => (one < other ? -1 : 1));
  return {
    kind,
    started,
    ...Object.fromEntries(BY_KIND.map((what) => [what, book.count(what, kind)])),
    ends: all.map(([how, count]) => `${how} ${count}`).join(', '),
  };
}

function spread(values) {
  if (values.length === 0) return 'never';
  const [p50, p99, most] = [50, 99, 100].map((p) => `${percentile(values, p).toFixed(0)} ms`);
  return `p50 ${p50}, p99 ${p99}, most ${most} (${values.length} times)`;
}

const list = (counts) => [...counts].map(([what, count]) => `${what} ${count}`).join(', ');

function tally(names) {
  const counts = new Map();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
