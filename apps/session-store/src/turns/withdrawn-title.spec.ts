import type { TestStore } from '../test/test-store.js';
import { useRedis } from '../test/use-redis.js';

const WITHDRAW = { attempt: 0, withdraw: true } as const;

const redis = useRedis();
let store: TestStore;
beforeAll(async () => (store = await redis.store()));

describe('the first chat of a session is withdrawn', () => {
  test('the session has no title → it is called by the next one', async () => {
    const session = store.session();
    const refused = await session.chat('not this');
    await session.close(refused.run_id, WITHDRAW);
    expect((await session.get()).title).toBe('');
    await session.chat('rather this');
    expect((await session.get()).title).toBe('rather this');
  });

  test('the session was given a title → it keeps it', async () => {
    const session = store.session();
    await session.create({ title: 'T' });
    await session.close((await session.chat('not this')).run_id, WITHDRAW);
    expect((await session.get()).title).toBe('T');
  });
});

test('a later chat is withdrawn → the session is still called by the first one', async () => {
  const session = store.session();
  await session.talk('hello', 'hi');
  await session.close((await session.chat('not this')).run_id, WITHDRAW);
  expect((await session.get()).title).toBe('hello');
});
