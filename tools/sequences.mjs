// `npm run test:sequences [-- --runs 1000 …]`: random sequences of what users do to cards; see apps/e2e/src/sequences. Ends with 1
// where one breaks the invariants, and says how to play it again.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { build } from './build.mjs';
import { ensureRedis } from './redis/ensure-redis.mjs';
import { requireNode } from './require-node.mjs';

const USAGE = `npm run test:sequences [-- --runs 1000] [--seed N [--path P]] [--only quiet|rough] [--tell] [--no-build]
  --path  the one sequence that a failed run printed, with its seed (and --only rough, where it says so)
  --only  quiet: nothing is killed under the sequences; rough: services are (one sequence in ten)
  --tell  print every sequence as it was played`;

const OPTIONS = {
  runs: { type: 'string', default: '1000' },
  seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
  path: { type: 'string' },
  only: { type: 'string' },
  tell: { type: 'boolean', default: false },
  'no-build': { type: 'boolean', default: false },
};

requireNode();
const options = readOptionsOrExit();
const root = path.resolve(import.meta.dirname, '..');
if (!options['no-build']) {
  const { code, output } = await build({ root });
  if (code !== 0) endWith(1, output);
}
ensureRedis({ say: (text) => console.log(text) });
if (options.path === undefined) console.log(`${options.runs} sequences from seed ${options.seed}`);
process.exit(await play(options));

function readOptionsOrExit() {
  try {
    const { values } = parseArgs({ options: OPTIONS });
    for (const name of ['runs', 'seed'])
      if (!/^\d+$/.test(values[name])) throw new Error(`--${name}: a whole number, not ${values[name]}`);
    if (values.only !== undefined && !['quiet', 'rough'].includes(values.only))
      throw new Error(`--only: quiet or rough, not ${values.only}`);
    return values;
  } catch (error) {
    return endWith(2, `${error.message}\n\n${USAGE}`);
  }
}

function endWith(code, text) {
  process.stderr.write(`${text}\n`);
  process.exit(code);
}

/** Returns the exit code. A sequence that is played again was found among the quiet ones, if nothing else is said. */
async function play({ runs, seed, path: sequence, only = sequence && 'quiet', tell }) {
  const env = {
    ...process.env,
    SEQUENCES_RUNS: runs,
    SEQUENCES_SEED: seed,
    ...(sequence !== undefined && { SEQUENCES_PATH: sequence }),
    ...(only !== undefined && { SEQUENCES_ONLY: only }),
    ...(tell && { SEQUENCES_TELL: '1' }),
  };
  const jest = path.join(root, 'node_modules/.bin/jest');
  const args = ['--config', path.join(root, 'apps/e2e/jest.config.cjs'), '--runInBand', 'src/sequences/'];
  const child = spawn(process.execPath, [jest, ...args], { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  const [code] = await once(child, 'exit');
  return code ?? 1;
}
