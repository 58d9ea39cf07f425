import type { Problem } from '@parley/contracts';
import { steps } from '../test/asks.js';
import { newSession, useStack } from '../test/use-stack.js';
import { elapsed, eventually } from './test/eventually.js';
import { isNothing, useRedisView } from './test/redis-view.js';
import { restartWith } from './test/services.js';

const QUEUE_TIMEOUT_MS = 1000;
/** A followed run is looked at every three seconds. */
const NOTICED_WITHIN_MS = QUEUE_TIMEOUT_MS + 3000 + 2000;
const AT_ONCE = 500;

const stack = useStack({
  gateways: [{}, {}],
  engines: [{ ENGINE_CONCURRENCY: '1' }],
  env: { QUEUE_TIMEOUT_MS: String(QUEUE_TIMEOUT_MS) },
});
const redis = useRedisView(stack);

test('a run that nobody takes → ends as queue_timeout, as a stream and as a document, and does not run later', async () => {
  const [busy, session, other] = [newSession(), newSession(), newSession()];
  stack().effects.hold(`${busy}/gate`);
  const running = await stack()
    .gateway(0)
    .chat(busy, steps({ wait: 'gate' }, 'a'), { agent_id: 'steps' });
  await stack().effects.arrived(`${busy}/gate`);

  const body = { message: steps({ wait: 'late' }), agent_id: 'steps', stream: false };
  const asDocument = stack().gateway(1).send('POST', `/sessions/${other}/chat`, body);
  const stream = await stack()
    .gateway(1)
    .chat(session, steps({ wait: 'late' }), { agent_id: 'steps' });
  expect(await elapsed(stream.finished())).toBeLessThan(NOTICED_WITHIN_MS);
  expect((await stream.finished()).terminal).toMatchObject({ event: 'error', data: { code: 'queue_timeout', retryable: true } });
  const { status, json } = await asDocument;
  expect([status, (json as Problem).code]).toEqual([504, 'queue_timeout']);

  stack().effects.release(`${busy}/gate`);
  expect((await running.finished()).text).toBe('a');
  await eventually(
    () => redis().jobs(),
    (jobs) => jobs.length === 0,
  );
  expect([session, other].map((one) => stack().effects.count(`${one}/late`))).toEqual([0, 0]);
  expect((await stack().gateway(0).messages(session)).map(({ role }) => role)).toEqual(['user']);
  expect((await stack().gateway(0).ask(session, steps('on'), { agent_id: 'steps' })).text).toBe('on');
});

test(`${AT_ONCE} chats at once on a worker with room for 50 → all end, each with its own text`, async () => {
  await restartWith(stack(), 'engines', 0, { ENGINE_CONCURRENCY: '50' });
  await Promise.all([0, 1].map((index) => restartWith(stack(), 'gateways', index, { QUEUE_TIMEOUT_MS: '60000' })));
  const texts = await Promise.all(
    Array.from({ length: AT_ONCE }, async (_, n) => {
      const stream = await stack()
        .gateway(n % 2)
        .chat(newSession(), steps(`${n}: `, { count: 5 }), { agent_id: 'steps' });
      const { terminal, text } = await stream.finished();
      return [terminal.event, text];
    }),
  );
  expect(texts).toEqual(texts.map((_, n) => ['end', `${n}: 1 2 3 4 5 `]));
  await eventually(() => redis().left(), isNothing);
}, 60_000);
