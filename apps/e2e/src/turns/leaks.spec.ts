import { steps } from '../test/asks.js';
import { newSession, ONE_EACH, useStack } from '../test/use-stack.js';
import { eventually } from './test/eventually.js';
import { isNothing, NOTHING_LEFT, useRedisView } from './test/redis-view.js';
import { runEveryWay } from './test/ways-to-end.js';

const RUNS = 400;

const stack = useStack({ gateways: [...ONE_EACH, {}], engines: [{}, {}], env: { DISCONNECT_GRACE_MS: '300' } });
const redis = useRedisView(stack);

test(`${RUNS} runs that end in every way → no channel, job, lease or key without TTL is left, and all goes on`, async () => {
  await runEveryWay(stack, RUNS);
  expect(await eventually(() => redis().left(), isNothing, 10_000)).toEqual(NOTHING_LEFT);
  expect((await stack().gateway(0).ask(newSession(), steps('on'), { agent_id: 'steps' })).text).toBe('on');
  for (const { log } of stack().services) expect(log).not.toMatch(/MaxListenersExceeded|was not handled/);
}, 90_000);
