// What `npm run soak -- …` may be told.
import { parseArgs } from 'node:util';

export const USAGE = `npm run soak [-- --minutes 10] [--seed N] [--users 24] [--gateways 2] [--engines 2] [--stores 2]
                [--transport handoff|ndjson|mixed] [--chaos all|none|<kind>,…] [--logs <folder>] [--no-build]`;

export const CHAOS = [
  'kill-engine',
  'kill-gateway',
  'kill-store',
  'roll-engine',
  'roll-gateway',
  'roll-store',
  'roll-all',
  'redis',
  'pubsub',
];

const OPTIONS = {
  minutes: { type: 'string', default: '10' },
  seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  users: { type: 'string', default: '24' },
  gateways: { type: 'string', default: '2' },
  engines: { type: 'string', default: '2' },
  stores: { type: 'string', default: '2' },
  transport: { type: 'string', default: 'handoff' },
  chaos: { type: 'string', default: 'all' },
  logs: { type: 'string' },
  'no-build': { type: 'boolean', default: false },
};

/** Throws a sentence for the person at the terminal. */
export function readOptions(args) {
  const { values } = parseArgs({ args, options: OPTIONS });
  const { transport, chaos, logs } = values;
  if (!['handoff', 'ndjson', 'mixed'].includes(transport))
    throw new Error(`--transport: handoff, ndjson or mixed, not ${transport}`);
  const kinds = { all: CHAOS, none: [] }[chaos] ?? chaos.split(',');
  const unknown = kinds.filter((kind) => !CHAOS.includes(kind));
  if (unknown.length > 0) throw new Error(`--chaos: ${unknown} is none of ${CHAOS.join(', ')}`);
  const numbers = ['minutes', 'seed', 'users', 'gateways', 'engines', 'stores'].map((name) => [
    name,
    positive(name, values[name]),
  ]);
  return { ...Object.fromEntries(numbers), transport, chaos: kinds, logs, build: !values['no-build'] };
}

function positive(name, text) {
  const value = Number(text);
  if (!(value >= 0) || (value === 0 && name !== 'seed')) throw new Error(`--${name}: a number above 0, not ${text}`);
  return value;
}
