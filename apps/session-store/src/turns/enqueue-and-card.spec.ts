import { answer, cardOf } from '../test/test-card.js';
import type { TestSession } from '../test/test-session.js';
import { refusalOf, type TestStore } from '../test/test-store.js';
import { useRedis } from '../test/use-redis.js';

const redis = useRedis();
let store: TestStore;
beforeAll(async () => (store = await redis.store()));

const ENQUEUE = { on_active_turn: 'enqueue' } as const;
const contentsOf = async (session: TestSession) => (await session.messages()).items.map(({ content }) => content);

describe('a turn waits, and the active one ends with a card', () => {
  test('the waiting one rejects cards → it ends with card_pending, unsaid; the card stays, and may be answered', async () => {
    const session = store.session();
    const worker = await session.claim(await session.chat('first'));
    await worker.says('answer');
    const second = await session.chat('second', ENQUEUE);
    const card = cardOf();
    expect(await worker.asks(card)).toEqual({ outcome: 'ended' });
    expect(await session.lastEvent(second.run_id)).toMatchObject({ event: 'error', data: { code: 'card_pending' } });
    expect(await contentsOf(session)).toEqual(['first', 'answer']);
    expect((await session.pendingCard()).card).toEqual(card);
    expect(await session.resume([answer('name', 'Li')])).toMatchObject({ outcome: 'started', turn: 3 });
  });

  test('the waiting one is to answer cards → it was written before this one: card_pending, unsaid; written again it answers', async () => {
    const session = store.session();
    const worker = await session.claim(await session.chat('first'));
    const answering = { ...ENQUEUE, on_pending_card: 'answer' } as const;
    const [second, third] = [await session.chat('Li', answering), await session.chat('Wang', answering)];
    const card = cardOf();
    expect(await worker.asks(card)).toEqual({ outcome: 'ended' });
    for (const { run_id } of [second, third])
      expect(await session.lastEvent(run_id)).toMatchObject({ event: 'error', data: { code: 'card_pending' } });
    expect((await session.pendingCard()).card).toEqual(card);
    expect(await contentsOf(session)).toEqual(['first', '']);
    const { claim } = await session.claim(await session.chat('Li', answering));
    expect(claim).toMatchObject({ kind: 'resume', turn: 4, answers: [{ items: [{ values: { name: 'Li' } }] }] });
  });

  test('the waiting one is to answer cards, and no card comes → it begins as a chat', async () => {
    const session = store.session();
    const worker = await session.claim(await session.chat('first'));
    const second = await session.chat('Li', { ...ENQUEUE, on_pending_card: 'answer' });
    await worker.completes();
    const { handoff } = await session.find(second.run_id);
    const { claim } = await session.claim({ run_id: second.run_id, handoff });
    expect(claim).toMatchObject({ kind: 'chat', turn: 2, message: 'Li', answers: [] });
  });

  test('the waiting one supersedes cards → it begins, the card is withdrawn', async () => {
    const session = store.session();
    const worker = await session.claim(await session.chat('first'));
    const second = await session.chat('second', { ...ENQUEUE, on_pending_card: 'supersede' });
    const { card_id } = cardOf();
    expect(await worker.asks({ ...cardOf(), card_id })).toEqual({ outcome: 'ended' });
    expect((await refusalOf(session.resume([answer('name', 'Li')], { card_id }))).code).toBe('card_stale');
    expect((await session.get()).active_run_id).toBe(second.run_id);
  });
});
