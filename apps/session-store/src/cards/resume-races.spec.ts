import type { TurnStarted } from '@parley/contracts';
import { answer, cardOf, question } from '../test/test-card.js';
import type { TestStore } from '../test/test-store.js';
import { newRunId } from '../test/turn-start-of.js';
import { useRedis } from '../test/use-redis.js';

const redis = useRedis();
let one: TestStore;
let two: TestStore;
beforeAll(async () => ([one, two] = [await redis.store(), await redis.store()]));

type Outcome = TurnStarted | string;
const outcomeOf = (start: Promise<TurnStarted>): Promise<Outcome> => start.catch((error: { code: string }) => error.code);

test('the same answers at once through two replicas, 50 times → exactly one starts, the others join it', async () => {
  for (let n = 0; n < 50; n += 1) {
    const session = one.session();
    const { card_id } = await session.askedWith();
    const replicas = [session, session.through(two), session, session.through(two)];
    const answers = await Promise.all(replicas.map((each) => each.resume([answer('name', 'Li')], { card_id })));
    const [started, ...more] = answers.filter(({ outcome }) => outcome === 'started');
    expect(more).toEqual([]);
    expect(answers.map(({ run_id }) => run_id)).toEqual(answers.map(() => started?.run_id));
    expect((await session.messages()).items).toHaveLength(3);
  }
});

test('different answers at once through two replicas, 50 times → one is taken, the other is card_already_answered', async () => {
  for (let n = 0; n < 50; n += 1) {
    const session = one.session();
    const { card_id } = await session.askedWith();
    const outcomes = await Promise.all([
      outcomeOf(session.resume([answer('name', 'Li')], { card_id })),
      outcomeOf(session.through(two).resume([answer('name', 'Wang')], { card_id })),
    ]);
    expect(outcomes.filter((outcome) => outcome === 'card_already_answered')).toHaveLength(1);
    expect(outcomes.filter((outcome) => typeof outcome === 'object' && outcome.outcome === 'started')).toHaveLength(1);
  }
});

test('the same answers at once after their run failed, 50 times → exactly one new run', async () => {
  for (let n = 0; n < 50; n += 1) {
    const session = one.session();
    const { card_id } = await session.askedWith();
    await session.resume([answer('name', 'Li')], { card_id });
    await session.abort();
    const again = [session, session.through(two), session.through(two)].map((each) =>
      each.resume([answer('name', 'Li')], { card_id }),
    );
    const answers = await Promise.all(again);
    expect(answers.filter(({ outcome }) => outcome === 'started')).toHaveLength(1);
    expect(new Set(answers.map(({ run_id }) => run_id)).size).toBe(1);
    expect((await session.get()).turn).toBe(3);
  }
});

test('the pending card changes between the check and the claim → the answers are checked against the new one', async () => {
  const session = one.session();
  const old = await session.askedWith(cardOf([question('name')]));
  const next = cardOf([question('age', { input_type: 'number' })]);
  // Between the two steps of the resume below, another request takes the old card and its run asks the next one.
  const hmget = jest.spyOn(one.redis, 'hmget').mockImplementationOnce(async (...args: unknown[]) => {
    const [key, ...fields] = args as string[];
    const found = await two.redis.hmget(key ?? '', ...fields);
    const resumed = await session.through(two).resume([answer('name', 'Li')], { card_id: old.card_id, run_id: newRunId() });
    await (await session.through(two).claim(resumed)).asks(next);
    return found;
  });
  const outcome = await outcomeOf(session.resume([answer('name', 'Li')]));
  hmget.mockRestore();
  expect(outcome).toBe('answers_invalid');
  expect((await session.pendingCard()).card).toEqual(next);
});

test('an answer whose reply was lost is sent again while the run has already asked anew → joined, never answers_invalid', async () => {
  const session = one.session();
  await session.askedWith();
  const request = session.turnStart({ kind: 'resume', action: 'submit', answers: [answer('name', 'Li')] }, {});
  const started = await one.call('turn.start', request);
  await (await session.claim(started)).asks(cardOf([question('other')]));
  expect(await two.call('turn.start', request)).toMatchObject({ outcome: 'joined', run_id: started.run_id });
});
