import type { TurnStarted } from '@parley/contracts';
import { answer, cardOf, question } from '../test/test-card.js';
import type { ResumeOptions, TestSession } from '../test/test-session.js';
import { refusalOf, type TestStore } from '../test/test-store.js';
import { until } from '../test/until.js';
import { useRedis } from '../test/use-redis.js';

const redis = useRedis();
let store: TestStore;
beforeAll(async () => (store = await redis.store()));

const LI = [answer('name', 'Li')];

/** What becomes of the run that the answers started. */
type Happening = (session: TestSession, run: TurnStarted) => Promise<void>;

describe('an answered card', () => {
  async function answered(options: ResumeOptions = {}) {
    const session = store.session();
    const { card_id } = await session.askedWith(cardOf([question('a')], [question('b', { required: false })]));
    const answers = [answer('a', 'x'), answer('b', 'y')];
    const run = await session.resume(options.action === 'cancel' ? [] : answers, { card_id, ...options });
    return { session, card_id, answers, run };
  }

  test.each([
    ['while the run is active', async () => undefined],
    ['when it has ended', async (session: TestSession, run) => void (await (await session.claim(run)).completes())],
    ['when it has asked again', async (session: TestSession, run) => void (await (await session.claim(run)).asks(cardOf()))],
    [
      'when another turn came after',
      async (session: TestSession, run) => {
        await (await session.claim(run)).completes();
        await session.talk('more', 'yes');
      },
    ],
    ['when it was pre-empted by a message', async (session: TestSession) => void (await session.chat('rather this'))],
  ] satisfies [string, Happening][])(
    'the same answers again, in another order, with item ids, %s → joins its run',
    async (_when, happen) => {
      const { session, card_id, run } = await answered();
      await happen(session, run);
      const again = [answer('b', 'y', 'item-2'), answer('a', 'x', 'item-1')];
      const { turn } = await session.get();
      expect(await session.resume(again, { card_id })).toMatchObject({ outcome: 'joined', run_id: run.run_id, turn: 2 });
      expect((await session.get()).turn).toBe(turn);
    },
  );

  test('other answers → card_already_answered, with no card where none is pending', async () => {
    const { session, card_id, run } = await answered();
    const { code, details } = await refusalOf(session.resume([answer('a', 'other'), answer('b', 'y')], { card_id }));
    expect([code, details.card]).toEqual(['card_already_answered', undefined]);
    expect((await session.get()).active_run_id).toBe(run.run_id);
  });

  test('other answers, another card is pending → card_already_answered with that card, which stays', async () => {
    const { session, card_id, run } = await answered();
    const next = cardOf();
    await (await session.claim(run)).asks(next);
    const { code, details } = await refusalOf(session.resume([answer('a', 'other')], { card_id }));
    expect([code, details.card]).toEqual(['card_already_answered', next]);
    expect((await session.pendingCard()).card).toEqual(next);
  });

  test('answers that never fitted it → card_already_answered, not answers_invalid', async () => {
    const { session, card_id } = await answered();
    expect((await refusalOf(session.resume([answer('nonsense', 1)], { card_id }))).code).toBe('card_already_answered');
  });

  test('cancel → card_already_answered', async () => {
    const { session, card_id } = await answered();
    expect((await refusalOf(session.resume([], { card_id, action: 'cancel' }))).code).toBe('card_already_answered');
  });

  test('no card_id → no_pending_card', async () => {
    const { session, answers } = await answered();
    expect((await refusalOf(session.resume(answers))).code).toBe('no_pending_card');
  });

  test('cancelled: cancel again → joins; answers for it → card_stale', async () => {
    const { session, card_id, answers, run } = await answered({ action: 'cancel' });
    expect(await session.resume([], { card_id, action: 'cancel' })).toMatchObject({ outcome: 'joined', run_id: run.run_id });
    expect((await refusalOf(session.resume(answers, { card_id }))).code).toBe('card_stale');
  });
});

describe('an answered card whose run came to nothing', () => {
  const ways = {
    error: async (session: TestSession, run) => void (await (await session.claim(run)).fails()),
    abort: async (session: TestSession) => void (await session.abort()),
    'queue_timeout, noticed by the resume itself': async () => undefined,
  } satisfies Record<string, Happening>;

  test.each(Object.keys(ways) as (keyof typeof ways)[])(
    '%s, nothing came after → the same answers start a new run',
    async (way) => {
      const session = store.session();
      const { card_id } = await session.askedWith();
      const first = await session.resume(LI, { card_id, queue_timeout_ms: way.startsWith('queue_timeout') ? 0 : 60_000 });
      await ways[way](session, first);
      const second = await session.resume(LI, { card_id });
      expect(second).toMatchObject({ outcome: 'started', turn: 3 });
      expect(second.run_id).not.toBe(first.run_id);
      const worker = await session.claim(second);
      expect(worker.claim.answers.at(-1)?.items).toEqual([{ item_id: 'item-1', skill: 'skill-1', values: { name: 'Li' } }]);
      expect(await session.resume(LI, { card_id })).toMatchObject({ outcome: 'joined', run_id: second.run_id });
      await worker.completes();
      expect(await session.resume(LI, { card_id })).toMatchObject({ outcome: 'joined', run_id: second.run_id });
    },
  );

  test('it failed three times → each time the same answers start it again', async () => {
    const session = store.session();
    const { card_id } = await session.askedWith();
    for (const turn of [2, 3, 4]) {
      const run = await session.resume(LI, { card_id });
      expect(run).toMatchObject({ outcome: 'started', turn });
      await (await session.claim(run)).fails();
    }
  });

  test('other answers → card_already_answered; the claim stands', async () => {
    const session = store.session();
    const { card_id } = await session.askedWith();
    await (await session.claim(await session.resume(LI, { card_id }))).fails();
    expect((await refusalOf(session.resume([answer('name', 'Wang')], { card_id }))).code).toBe('card_already_answered');
    expect(await session.resume(LI, { card_id })).toMatchObject({ outcome: 'started' });
  });

  test.each(['completed', 'failed, too'])('a turn came after and %s → joins the failed run', async (how) => {
    const session = store.session();
    const { card_id } = await session.askedWith();
    const run = await session.resume(LI, { card_id });
    await (await session.claim(run)).fails();
    const later = await session.claim(await session.chat('more'));
    await (how === 'completed' ? later.completes() : later.fails());
    expect(await session.resume(LI, { card_id })).toMatchObject({ outcome: 'joined', run_id: run.run_id });
  });
});

test('the same answers again when the log of their run is gone → run_expired', async () => {
  const session = (await redis.store({ RUN_LOG_TTL_S: 0.001 })).session();
  const { card_id } = await session.askedWith();
  const run = await session.resume(LI, { card_id });
  await (await session.claim(run)).completes();
  await until(async () => !(await session.keys()).some((key) => key.includes(run.run_id)));
  expect((await refusalOf(session.resume(LI, { card_id }))).code).toBe('run_expired');
});
