import { freePort, type ManagedProcess } from '@parley/testing';
import { liveMemory } from '../../test/live-memory.js';
import { TRANSPORTS, useStack } from '../../test/use-stack.js';
import { eventually } from '../test/eventually.js';
import { isNothing, NOTHING_LEFT, useRedisView } from '../test/redis-view.js';
import { runEveryWay } from '../test/ways-to-end.js';

const RUNS = 2000;
const MIB = 1024 * 1024;
/** What a process may keep beyond what it had after a tenth of the runs: code that was compiled meanwhile. */
const KEPT_MIB = 8;
const KEPT_RESOURCES = 5;

/** Each service with an inspector of its own. */
const inspected = async () => ({ NODE_OPTIONS: `--inspect=127.0.0.1:${await freePort()}` });

const stack = useStack(async () => ({
  gateways: await Promise.all(TRANSPORTS.map(async (ENGINE_TRANSPORT) => ({ ENGINE_TRANSPORT, ...(await inspected()) }))),
  engines: [await inspected(), await inspected()],
  env: { DISCONNECT_GRACE_MS: '300' },
}));
const redis = useRedisView(stack);

interface Size {
  name: string;
  mib: number;
  /** Sockets, timers and other things that keep a process up. */
  resources: number;
}

async function sizeOf({ name, spec: { env } }: ManagedProcess): Promise<Size> {
  const text = await (await fetch(`http://127.0.0.1:${env['ENGINE_PORT'] ?? env['GATEWAY_PORT']}/metrics`)).text();
  return {
    name,
    mib: (await liveMemory(Number(env['NODE_OPTIONS']?.split(':')[1]))) / MIB,
    resources: Number(/^nodejs_active_resources_total (\S+)/m.exec(text)?.[1]),
  };
}

const sizes = (): Promise<Size[]> => Promise.all([...stack().gateways, ...stack().engines].map(sizeOf));

test(`${RUNS} runs that end in every way → nothing is left in Redis, and every process holds about what it held`, async () => {
  await runEveryWay(stack, RUNS / 10);
  const before = await sizes();
  await runEveryWay(stack, RUNS);
  expect(await eventually(() => redis().left(), isNothing, 20_000)).toEqual(NOTHING_LEFT);
  const isAsBefore = ({ mib, resources }: Size, n: number): boolean =>
    mib <= before[n]!.mib + KEPT_MIB && resources <= before[n]!.resources + KEPT_RESOURCES;
  const after = await eventually(
    async () => ({ before, after: await sizes() }),
    (seen) => seen.after.every(isAsBefore),
    20_000,
  );
  expect(after.after).toHaveLength(4);
}, 600_000);
