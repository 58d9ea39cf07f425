// Puts a load on a system and reads what it cost.
import { rowOf } from '../figures.mjs';

/**
 * `system`: { name, processes, run(load, n) → result of one run }. `load`: { runs, tokens, paceMs, rounds }.
 * Runs start at once in each round; CPU is read over all rounds.
 */
export async function measure(system, load) {
  const { runs: atOnce, tokens, paceMs, rounds } = load;
  await Promise.all(Array.from({ length: Math.min(atOnce, 20) }, (_, n) => system.run({ tokens: 20, paceMs: 0 }, `warm-${n}`)));
  const before = cpuOf(system);
  const startedAt = performance.now();
  const runs = [];
  for (let round = 0; round < rounds; round++) {
    runs.push(...(await Promise.all(Array.from({ length: atOnce }, (_, n) => system.run({ tokens, paceMs }, `${round}-${n}`)))));
  }
  const seconds = (performance.now() - startedAt) / 1000;
  const after = cpuOf(system);
  const cpu = Object.fromEntries(Object.keys(after).map((name) => [name, after[name] - before[name]]));
  const rss = Object.fromEntries(system.processes.map((process) => [process.name, process.rssMb()]));
  return rowOf(`${system.name}: ${describe(load)}`, { runs, seconds, cpu, rss });
}

const cpuOf = (system) => Object.fromEntries(system.processes.map((process) => [process.name, process.cpuMs()]));

const describe = ({ runs, tokens, paceMs }) => `${runs} × ${tokens}${paceMs ? ` at ${paceMs} ms` : ''}`;
