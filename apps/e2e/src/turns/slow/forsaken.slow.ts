import { newSession, useStack } from '../../test/use-stack.js';
import { eventually } from '../test/eventually.js';
import { useRedisView } from '../test/redis-view.js';
import { engineAt } from '../test/work.js';

const STALL_DETECT_MS = 1500;

const stack = useStack({ gateways: [{}, {}], env: { STALL_DETECT_MS: String(STALL_DETECT_MS) } });
const redis = useRedisView(stack);

test('nobody follows a run (continue), and its engine is killed again and again → after three take-overs it ends as engine_unavailable', async () => {
  const session = newSession();
  stack().effects.hold(`${session}/answer`);
  const stream = await stack().gateway(0).chat(session, 'sand', { agent_id: 'work', on_disconnect: 'continue' });
  await stack().effects.arrived(`${session}/answer`);
  stream.leave();
  for (let n = 1; n <= 4; n += 1) {
    await stack().effects.arrived(`${session}/answer`, n);
    const engine = engineAt(stack(), session, 'answer');
    await engine.kill();
    await engine.start();
  }
  await eventually(
    () => stack().gateway(1).session(session),
    ({ active_run_id }) => active_run_id === null,
    10 * STALL_DETECT_MS,
  );
  const { terminal } = await (await stack().gateway(1).stream(session, { runId: stream.runId })).finished();
  expect(terminal).toMatchObject({ event: 'error', data: { code: 'engine_unavailable' } });
  expect(stack().effects.count(`${session}/answer`)).toBe(4);
  expect(await redis().jobs()).toEqual([]);
}, 60_000);
