import { cardsKey, sessionKey, type Card, type TurnStarted } from '@parley/contracts';
import { SessionIndex } from '../sessions/session-index.js';
import { answer, cardOf, question } from '../test/test-card.js';
import type { TestSession } from '../test/test-session.js';
import { refusalOf, type TestStore } from '../test/test-store.js';
import type { StartOptions } from '../test/turn-start-of.js';
import { useRedis } from '../test/use-redis.js';

const redis = useRedis();
let store: TestStore;
let other: TestStore;
beforeAll(async () => ([store, other] = [await redis.store(), await redis.store()]));
afterEach(() => jest.restoreAllMocks());

const ANSWER = { on_pending_card: 'answer' } as const;
const say = (session: TestSession, message: string, options: StartOptions = {}): Promise<TurnStarted> =>
  session.chat(message, { ...ANSWER, ...options });

const AGE = cardOf([question('age', { input_type: 'number', min: 1 })]);
const newAge = (): Card => ({ ...AGE, card_id: cardOf().card_id });
const kindOf = async (session: TestSession, run: TurnStarted): Promise<unknown> =>
  (JSON.parse((await session.log(run.run_id))[0] ?? 'null') as { event: { data: { kind: string } } }).event.data.kind;

/** Does something once, right after the next start has read the pending card. */
function afterReading(happen: () => Promise<unknown>): void {
  jest.spyOn(store.redis, 'hmget').mockImplementationOnce(async (...args: unknown[]) => {
    const [key = '', ...fields] = args as string[];
    const found = await other.redis.hmget(key, ...fields);
    await happen();
    return found;
  });
}

describe('a message while one question is open', () => {
  test('it can be read → a resume: claimed, run, stored and handed over as the answer', async () => {
    const session = store.session();
    const card = await session.askedWith(newAge());
    const run = await say(session, '１,000');
    expect(run).toMatchObject({ outcome: 'started', turn: 2 });
    const answers = [answer('age', 1000, 'item-1')];
    expect(run.handoff?.payload).toMatchObject({
      request: { card_id: card.card_id, user_response: { action: 'submit', answers } },
      options: { kind: 'resume' },
    });
    expect(run.handoff?.payload.request).not.toHaveProperty('message');
    expect(await kindOf(session, run)).toBe('resume');
    expect(await session.get()).toMatchObject({ turn: 2, active_run_id: run.run_id, awaiting_card: null });
    expect((await session.messages()).items.at(-1)).toMatchObject({ role: 'user', content: '', turn: 2, answers });
    const { claim } = await session.claim(run);
    expect(claim).toMatchObject({ kind: 'resume', chat_turn: 1, message: 'hello' });
    expect(claim.answers).toMatchObject([{ card_id: card.card_id, items: [{ item_id: 'item-1', values: { age: 1000 } }] }]);
    // The card is answered: with other answers, with the same ones.
    const { card_id } = card;
    expect((await refusalOf(session.resume([answer('age', 7)], { card_id }))).code).toBe('card_already_answered');
    expect(await session.resume([answer('age', 1000)], { card_id })).toMatchObject({ outcome: 'joined', run_id: run.run_id });
  });

  test.each([
    ['maybe', 'type', '请输入数字。'],
    ['0', 'min', '不能小于 1。'],
    ['9007199254740993', 'type', '请输入数字。'],
  ])('%s → answers_invalid in the language of the user, the card stays', async (message, code, text) => {
    const session = store.session();
    const card = await session.askedWith(newAge());
    const refusal = await refusalOf(say(session, message, { language: 'zh' }));
    const error = { field_key: 'age', item_id: 'item-1', code, message: text };
    expect(refusal).toEqual({ code: 'answers_invalid', details: { errors: [error] } });
    expect((await session.pendingCard()).card).toEqual(card);
    expect((await session.messages()).items).toHaveLength(2);
    expect(await say(session, '1')).toMatchObject({ outcome: 'started', turn: 2 });
  });

  test('its start is withdrawn → the card is pending again', async () => {
    const session = store.session();
    const card = await session.askedWith(newAge());
    const run = await say(session, '5', { idempotency: { key: 'k', fingerprint: 'f' } });
    expect(await session.close(run.run_id, { attempt: 0, withdraw: true })).toEqual({ closed: true });
    expect((await session.pendingCard()).card).toEqual(card);
    expect(await kindOf(session, await say(session, '5', { idempotency: { key: 'k', fingerprint: 'f' } }))).toBe('resume');
  });
});

describe('a message that answers nothing', () => {
  test('several questions are open, of one item or of two → card_pending with the card, which stays', async () => {
    for (const card of [cardOf([question('a'), question('b', { required: false })]), cardOf([question('a')], [question('b')])]) {
      const session = store.session();
      await session.askedWith(card);
      expect(await refusalOf(say(session, 'yes'))).toEqual({ code: 'card_pending', details: { card } });
      expect((await session.pendingCard()).card).toEqual(card);
    }
  });

  test('a new session, and one with no card → a chat like any other', async () => {
    const session = store.session();
    const first = await say(session, 'hello');
    expect(first).toMatchObject({ outcome: 'started', turn: 1 });
    await (await session.claim(first)).completes();
    const second = await say(session, '5');
    expect([await kindOf(session, second), (await session.claim(second)).claim.message]).toEqual(['chat', '5']);
  });

  test('a turn is active → its policy for active turns decides', async () => {
    const session = store.session();
    const first = await session.chat('hello');
    expect((await refusalOf(say(session, '5', { on_active_turn: 'reject' }))).code).toBe('turn_active');
    const next = await say(session, '5');
    expect(await session.lastEvent(first.run_id)).toMatchObject({ event: 'preempted', data: { by_run_id: next.run_id } });
  });
});

describe('the same message again', () => {
  const idempotency = { key: 'k', fingerprint: 'f' };

  test('with its key, at once through two replicas, 50 times → one resume, the others join it', async () => {
    for (let n = 0; n < 50; n += 1) {
      const session = store.session();
      await session.askedWith(newAge());
      const replicas = [session, session.through(other), session, session.through(other)];
      const runs = await Promise.all(replicas.map((each) => say(each, '5', { idempotency })));
      const [started, ...more] = runs.filter(({ outcome }) => outcome === 'started');
      expect(more).toEqual([]);
      expect(runs.map(({ run_id }) => run_id)).toEqual(runs.map(() => started?.run_id));
      expect(started && (await kindOf(session, started))).toBe('resume');
    }
  });

  test.each([
    ['no card is pending', async () => undefined],
    ['one is pending that it does not fit', async () => cardOf([question('sure', { input_type: 'boolean' })])],
    ['one is pending that it fits', async () => newAge()],
    ['one is pending with several questions', async () => cardOf([question('a')], [question('b')])],
  ])('with its key, when its run has ended and %s → joins, and that card stays', async (_what, nextCard) => {
    const session = store.session();
    await session.askedWith(newAge());
    const run = await say(session, '5', { idempotency });
    const worker = await session.claim(run);
    const card = await nextCard();
    await (card ? worker.asks(card) : worker.completes());
    expect(await say(session, '5', { idempotency })).toMatchObject({ outcome: 'joined', run_id: run.run_id });
    expect((await session.pendingCard()).card).toEqual(card ?? null);
  });

  test('without a key, after its run has ended → a chat', async () => {
    const session = store.session();
    await session.askedWith(newAge());
    await (await session.claim(await say(session, '5'))).completes();
    expect(await kindOf(session, await say(session, '5'))).toBe('chat');
  });

  test('without a key, at once, 50 times → one answers the card; the other is a chat, whose worker knows the answer', async () => {
    for (let n = 0; n < 50; n += 1) {
      const session = store.session();
      await session.askedWith(newAge());
      const runs = await Promise.all([say(session, '5'), say(session.through(other), '5')]);
      const [first, second] = runs.sort((a, b) => a.turn - b.turn);
      expect([await kindOf(session, first), await kindOf(session, second)]).toEqual(['resume', 'chat']);
      expect((await session.claim(second)).claim.answers.map(({ items }) => items[0]?.values)).toEqual([{ age: 5 }]);
    }
  });
});

describe('the card changes while the message is read', () => {
  test('another one is pending → card_pending with that one: it was not there when the message came', async () => {
    const session = store.session();
    await session.askedWith(newAge());
    const next = newAge();
    afterReading(async () => (await session.claim(await session.through(other).resume([answer('age', 9)]))).asks(next));
    expect(await refusalOf(say(session, '5'))).toEqual({ code: 'card_pending', details: { card: next } });
    expect((await session.pendingCard()).card).toEqual(next);
  });

  test('a first one becomes pending → card_pending with it', async () => {
    const session = store.session();
    const worker = await session.claim(await session.chat('hello'));
    const card = newAge();
    jest.spyOn(SessionIndex.prototype, 'announce').mockImplementationOnce(async () => void (await worker.asks(card)));
    expect(await refusalOf(say(session, '5'))).toEqual({ code: 'card_pending', details: { card } });
    expect((await session.pendingCard()).card).toEqual(card);
  });

  test.each<[string, (session: TestSession) => Promise<unknown>]>([
    ['somebody else answers it', async (session) => (await session.claim(await session.resume([answer('age', 9)]))).completes()],
    ['it lapses', (session) => store.redis.hset(sessionKey(session.threadId), 'card_expires_at', 1)],
    ['another message supersedes it', (session) => session.chat('rather this', { on_pending_card: 'supersede' })],
  ])('%s → nothing is pending any more: a chat', async (_what, happen) => {
    const session = store.session();
    await session.askedWith(newAge());
    afterReading(() => happen(session.through(other)));
    const run = await say(session, 'many');
    expect([await kindOf(session, run), run.outcome]).toEqual(['chat', 'started']);
    expect((await session.claim(run)).claim.message).toBe('many');
  });
});

describe('whose turn a resume is', () => {
  const asker = { agent_id: 'the asker', turn_timeout_ms: 90_000 };

  async function asked(): Promise<TestSession> {
    const session = store.session();
    await (await session.claim(await session.chat('hello', asker))).asks(newAge());
    return session;
  }

  test.each<[string, (session: TestSession, options: StartOptions) => Promise<TurnStarted>]>([
    ['a message', (session, options) => say(session, '5', options)],
    ['answers', (session, options) => session.resume([answer('age', 5)], options)],
    ['a cancel', (session, options) => session.resume([], { ...options, action: 'cancel' })],
  ])('%s for another agent, which has less time → the agent that asked goes on, in its own time', async (_what, start) => {
    const session = await asked();
    const run = await start(session, { agent_id: 'another', turn_timeout_ms: 5 });
    expect(run.handoff?.payload.options).toMatchObject({ kind: 'resume', agentId: asker.agent_id });
    expect((await session.get()).agent_id).toBe(asker.agent_id);
    const { claim } = await session.claim(run);
    expect(claim.agent_id).toBe(asker.agent_id);
    expect(claim.remaining_ms).toBeGreaterThan(80_000);
    expect(JSON.parse((await session.log(run.run_id))[0] ?? '')).toMatchObject({ event: { data: { agent_id: asker.agent_id } } });
  });

  test('the agent that asked, which has other limits by now → those count', async () => {
    const session = await asked();
    const { claim } = await session.claim(await session.resume([answer('age', 5)], { ...asker, turn_timeout_ms: 1000 }));
    expect(claim.remaining_ms).toBeLessThanOrEqual(1000);
  });

  test('a card of which nobody knows who asked → its caller decides', async () => {
    const session = await asked();
    const { card_id } = (await session.pendingCard()).card ?? newAge();
    expect(await store.redis.hdel(cardsKey(session.threadId), `${card_id}:asker`)).toBe(1);
    const { claim } = await session.claim(await session.resume([answer('age', 5)], { agent_id: 'another' }));
    expect(claim.agent_id).toBe('another');
  });
});
