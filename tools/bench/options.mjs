// What `npm run bench -- …` may be told.
import { parseArgs } from 'node:util';

export const PARTS = ['pipeline', 'stop', 'turns'];

export const USAGE = `npm run bench [-- --only pipeline|stop|turns] [--quick] [--profile <folder>] [--no-build]
  pipeline   what a token costs on its way, beside a bare pipeline of the same shape (without --only)
  stop       how soon a stop is a stop
  turns      the cost of an early turn of a session against that of a late one
  --quick    a small load, to see whether it works: the figures say little
  --profile  stop and turns: each service writes a CPU profile there when it ends`;

const OPTIONS = {
  only: { type: 'string', default: 'pipeline' },
  quick: { type: 'boolean', default: false },
  profile: { type: 'string' },
  'no-build': { type: 'boolean', default: false },
};

/** Throws a sentence for the person at the terminal. */
export function readOptions(args) {
  const { values } = parseArgs({ args, options: OPTIONS });
  const { only, quick, profile } = values;
  if (!PARTS.includes(only)) throw new Error(`--only: ${PARTS.join(', ')}, not ${only}`);
  if (profile !== undefined && only === 'pipeline') throw new Error('--profile: for stop and turns');
  return { only, isQuick: quick, profile, build: !values['no-build'] };
}
