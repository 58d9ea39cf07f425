import { sessionKey, type Card } from '@parley/contracts';
import { redisNow } from '../test/redis-now.js';
import { answer, cardOf } from '../test/test-card.js';
import type { TestSession } from '../test/test-session.js';
import { refusalOf, type TestStore } from '../test/test-store.js';
import { until } from '../test/until.js';
import { useRedis } from '../test/use-redis.js';

const redis = useRedis();
let store: TestStore;
beforeAll(async () => (store = await redis.store()));

/** A card whose time is over, which nobody has noticed yet. */
async function lapsedCard(session: TestSession): Promise<Card> {
  const card = await session.askedWith(cardOf(), { card_ttl_ms: 1 });
  const expiresAt = Number(await store.redis.hget(sessionKey(session.threadId), 'card_expires_at'));
  await until(async () => (await redisNow(store.redis)) >= expiresAt);
  return card;
}

describe('a card past its time', () => {
  test('it lapses → nothing is pending, late answers are card_expired, messages are taken again', async () => {
    const session = store.session();
    const card = await lapsedCard(session);
    expect(await session.pendingCard()).toEqual({ has_pending_card: false, card: null });
    expect((await session.get()).awaiting_card).toBeNull();
    const { code, details } = await refusalOf(session.resume([answer('name', 'Li')], { card_id: card.card_id }));
    expect([code, details.card]).toEqual(['card_expired', undefined]);
    expect((await refusalOf(session.resume([answer('name', 'Li')]))).code).toBe('no_pending_card');
    expect(await session.chat('hello', { on_pending_card: 'reject' })).toMatchObject({ outcome: 'started', turn: 2 });
  });

  test('the first to meet it is a resume, a cancel or a message → the same', async () => {
    const [one, two, three] = [store.session(), store.session(), store.session()];
    const card = await lapsedCard(one);
    expect((await refusalOf(one.resume([answer('name', 'Li')], { card_id: card.card_id }))).code).toBe('card_expired');
    const other = await lapsedCard(two);
    expect((await refusalOf(two.resume([], { card_id: other.card_id, action: 'cancel' }))).code).toBe('card_expired');
    await lapsedCard(three);
    expect(await three.chat('hello')).toMatchObject({ outcome: 'started' });
  });

  test('answers that do not even fit it → card_expired all the same', async () => {
    const session = store.session();
    const { card_id } = await lapsedCard(session);
    expect((await refusalOf(session.resume([answer('nonsense', 1)], { card_id }))).code).toBe('card_expired');
  });

  test('it lapses → it still shows in the messages', async () => {
    const session = store.session();
    const card = await lapsedCard(session);
    expect((await session.messages()).items[1]).toMatchObject({ card });
  });
});
