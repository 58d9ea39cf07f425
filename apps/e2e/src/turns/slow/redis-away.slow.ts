import { setTimeout as delay } from 'node:timers/promises';
import { steps } from '../../test/asks.js';
import { BOTH_TRANSPORTS, newSession, useStack } from '../../test/use-stack.js';
import { eventually } from '../test/eventually.js';
import { isNothing, useRedisView } from '../test/redis-view.js';

const AWAY_MS = 30_000;

const stack = useStack({ gateways: BOTH_TRANSPORTS, engines: [{}, {}] });
const redis = useRedisView(stack);

test(`Redis is away for ${AWAY_MS} ms → every open stream is whole or ends with one error, and what was told to have failed does not run; then all works`, async () => {
  const runs = await Promise.all(
    Array.from({ length: 8 }, async (_, n) => {
      const session = newSession();
      stack().effects.hold(`${session}/gate`);
      const on_disconnect = n % 2 === 0 ? 'cancel' : 'continue';
      const message = steps('a', { wait: 'gate' }, { count: 20 }, { wait: 'last' });
      const stream = await stack()
        .gateway(n % 4)
        .chat(session, message, { agent_id: 'steps', on_disconnect });
      await stream.shown('a');
      return { session, stream };
    }),
  );
  await stack().redis.kill();
  await delay(AWAY_MS);
  await stack().redis.start();
  await Promise.all(stack().services.map((service) => service.untilReady()));
  const outcomes = await Promise.all(
    runs.map(async ({ session, stream }) => {
      stack().effects.hold(`${session}/last`);
      if (!stream.isOver) stack().effects.release(`${session}/gate`);
      stack().effects.release(`${session}/last`);
      return (await stream.finished()).terminal.event;
    }),
  );
  expect(outcomes.every((event) => event === 'end' || event === 'error')).toBe(true);
  for (const [n, { session }] of runs.entries()) {
    await eventually(
      () => stack().gateway(0).session(session),
      ({ active_run_id }) => active_run_id === null,
      30_000,
    );
    if (outcomes[n] === 'error') {
      stack().effects.release(`${session}/gate`);
      expect((await stack().gateway(0).messages(session)).at(-1)).toMatchObject({ content: 'a' });
    }
    expect(
      (
        await stack()
          .gateway(n % 4)
          .ask(session, steps('on'), { agent_id: 'steps' })
      ).text,
    ).toBe('on');
    if (outcomes[n] === 'error') expect(stack().effects.count(`${session}/last`)).toBe(0);
  }
  await eventually(() => redis().left(), isNothing, 20_000);
}, 180_000);
