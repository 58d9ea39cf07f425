import { startRedis } from '@parley/testing';
import { refusalOf, TestStore } from '../test/test-store.js';
import { newRunId } from '../test/turn-start-of.js';

test('Redis goes away and comes back empty → calls fail within 2 s meanwhile, and work again without a restart of the store', async () => {
  const server = await startRedis();
  const store = await TestStore.start(server.url);
  const session = store.session();
  await session.talk('hello', 'hi');
  await server.stop();
  const startedAt = performance.now();
  const calls = [
    session.chat('x'),
    session.get(),
    session.delete(),
    session.abort(),
    session.tryClaim({ run_id: newRunId() }, { epoch: 1 }),
  ];
  const outcomes = await Promise.allSettled(calls);
  expect(outcomes.map(({ status }) => status)).toEqual(calls.map(() => 'rejected'));
  expect(performance.now() - startedAt).toBeLessThan(2000);

  const again = await startRedis({ port: server.port });
  for (let status = store.redis.status; status !== 'ready'; status = store.redis.status)
    await new Promise((resolve) => store.redis.once('ready', resolve));
  expect((await refusalOf(session.messages())).code).toBe('session_not_found');
  expect(await session.talk('again', 'hi')).toMatchObject({ outcome: 'started', turn: 1 });
  await store.stop();
  await again.stop();
});
