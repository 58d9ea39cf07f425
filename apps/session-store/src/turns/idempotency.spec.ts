import { answer, cardOf } from '../test/test-card.js';
import { refusalOf, type TestStore } from '../test/test-store.js';
import { newRunId } from '../test/turn-start-of.js';
import { useRedis } from '../test/use-redis.js';

const redis = useRedis();
let store: TestStore;
beforeAll(async () => (store = await redis.store()));

describe('Idempotency-Key', () => {
  const idempotency = { key: 'key 1/ü', fingerprint: 'f1' };

  test('same key and body → joins the run it started, whatever came after', async () => {
    const session = store.session();
    const first = await session.chat('hello', { idempotency });
    await (await session.claim(first)).completes();
    await session.talk('more', 'yes');
    expect(await session.chat('hello', { idempotency })).toEqual({ outcome: 'joined', run_id: first.run_id, turn: 1 });
    expect((await session.get()).turn).toBe(2);
  });

  test('same key, another body → idempotency_mismatch, and nothing starts', async () => {
    const session = store.session();
    await session.chat('hello', { idempotency });
    const other = session.chat('bye', { idempotency: { ...idempotency, fingerprint: 'f2' } });
    expect((await refusalOf(other)).code).toBe('idempotency_mismatch');
    expect((await session.get()).turn).toBe(1);
  });

  test('same key at once, through two replicas, 20 times each → started once', async () => {
    const session = store.session();
    const other = session.through(await redis.store());
    const calls = Array.from({ length: 40 }, (_, index) => (index % 2 ? session : other).chat('hello', { idempotency }));
    const answers = await Promise.all(calls);
    expect(answers.filter(({ outcome }) => outcome === 'started')).toHaveLength(1);
    expect(new Set(answers.map(({ run_id }) => run_id)).size).toBe(1);
  });

  test('the key is looked at before the policies → a repeated message joins where a new one is refused', async () => {
    const session = store.session();
    const reject = { on_active_turn: 'reject' } as const;
    const first = await session.chat('hello', { idempotency, ...reject });
    expect(await session.chat('hello', { idempotency, ...reject })).toMatchObject({ outcome: 'joined', run_id: first.run_id });
    expect((await refusalOf(session.chat('hello', reject))).code).toBe('turn_active');
    await (await session.claim(first)).asks(cardOf());
    expect(await session.chat('hello', { idempotency, ...reject })).toMatchObject({ outcome: 'joined', run_id: first.run_id });
  });

  test('answers without card_id repeated under their key, another card is pending → joins, not answers_invalid', async () => {
    const session = store.session();
    await session.askedWith();
    const resumed = await session.resume([answer('name', 'Li')], { idempotency });
    await (await session.claim(resumed)).asks(cardOf([]));
    expect(await session.resume([answer('name', 'Li')], { idempotency })).toMatchObject({
      outcome: 'joined',
      run_id: resumed.run_id,
    });
  });

  test('a refused request → its key is still free', async () => {
    const session = store.session();
    await session.chat('first');
    expect((await refusalOf(session.chat('hello', { idempotency, on_active_turn: 'reject' }))).code).toBe('turn_active');
    expect(await session.chat('hello', { idempotency })).toMatchObject({ outcome: 'started', turn: 2 });
  });

  test('the same key in another session → another run', async () => {
    await store.session().chat('hello', { idempotency });
    expect(await store.session().chat('hello', { idempotency, run_id: newRunId() })).toMatchObject({ outcome: 'started' });
  });
});
