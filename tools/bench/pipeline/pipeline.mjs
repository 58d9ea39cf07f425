// What a token costs on its way through Parley, beside a bare pipeline of the same shape.
import { percentile, printTable } from '../figures.mjs';
import { measure } from './measure.mjs';
import { startBare, startParley } from './systems.mjs';

const TOKENS = 200;

const loadsFor = (isQuick) => [
  { runs: 1, tokens: TOKENS, paceMs: 0, rounds: isQuick ? 30 : 100 },
  { runs: 50, tokens: TOKENS, paceMs: 0, rounds: isQuick ? 5 : 20 },
  { runs: 200, tokens: TOKENS, paceMs: 0, rounds: isQuick ? 2 : 6 },
  { runs: 50, tokens: TOKENS, paceMs: 20, rounds: 1 },
  { runs: 500, tokens: TOKENS, paceMs: 20, rounds: 1 },
];

/** Returns the exit code. */
export async function bench({ isQuick }) {
  process.stdout.write(
    'delay: from the emission of a token in the engine to its arrival at the client; CPU in µs per token event\n\n',
  );
  for (const start of [startBare, () => startParley('handoff'), () => startParley('ndjson')]) {
    const system = await start();
    try {
      const rows = [];
      for (const load of loadsFor(isQuick)) rows.push(await measure(system, load));
      printTable(rows);
      if (system.resume) process.stdout.write(`resume to its first token: ${await resumeLatency(system, isQuick ? 30 : 200)}\n`);
      process.stdout.write('\n');
    } finally {
      await system.stop();
    }
  }
  return 0;
}

async function resumeLatency(system, times) {
  const firsts = [];
  for (let i = 0; i < times; i++) firsts.push((await system.resume()).firstMs);
  return `p50 ${percentile(firsts, 50).toFixed(1)} ms, p99 ${percentile(firsts, 99).toFixed(1)} ms`;
}
