import { answer, cardOf } from '../test/test-card.js';
import type { TestSession } from '../test/test-session.js';
import type { TestStore } from '../test/test-store.js';
import { useRedis } from '../test/use-redis.js';

const redis = useRedis();
let store: TestStore;
beforeAll(async () => (store = await redis.store()));

/** A session whose turn 1 asked, and whose turn 2 is the answer, taken by nobody yet. */
async function answered(session: TestSession, name = 'Li') {
  const { card_id } = await session.askedWith();
  return session.resume([answer('name', name)], { card_id });
}

const turnsOf = (worker: Awaited<ReturnType<TestSession['claim']>>): number[] => worker.claim.answers.map(({ turn }) => turn);

describe('which answers a claim gives: those that no finished run stands for', () => {
  test('the run of the answers itself → its answers, to each of its attempts', async () => {
    const session = store.session();
    const run = await answered(session);
    expect(turnsOf(await session.claim(run))).toEqual([2]);
    expect(turnsOf(await session.takeOver(run))).toEqual([2]);
  });

  test('their run completed → no later claim gives them', async () => {
    const session = store.session();
    await (await session.claim(await answered(session))).completes();
    expect(turnsOf(await session.claim(await session.chat('more')))).toEqual([]);
  });

  test('their run was pre-empted before anybody took it → the next turn gives them', async () => {
    const session = store.session();
    await answered(session);
    expect(turnsOf(await session.claim(await session.chat('rather this')))).toEqual([2]);
  });

  test('their run was aborted, then the next turn failed, too → the one after gives them still', async () => {
    const session = store.session();
    const run = await answered(session);
    await session.claim(run);
    await session.abort();
    await (await session.claim(await session.chat('again'))).fails();
    const worker = await session.claim(await session.chat('and again'));
    expect(turnsOf(worker)).toEqual([2]);
    await worker.completes();
    expect(turnsOf(await session.claim(await session.chat('more')))).toEqual([]);
  });

  test('their run failed after it had merged them → no later claim gives them', async () => {
    const session = store.session();
    await (await session.claim(await answered(session))).fails({ answers_upto: 2 });
    expect(turnsOf(await session.claim(await session.chat('more')))).toEqual([]);
  });

  test('their run failed before it had merged them, and is started again → both turns, oldest first', async () => {
    const session = store.session();
    const { card_id } = await session.askedWith();
    await (await session.claim(await session.resume([answer('name', 'Li')], { card_id }))).fails();
    const { claim } = await session.claim(await session.resume([answer('name', 'Li')], { card_id }));
    expect(claim.answers).toMatchObject([
      { turn: 2, chat_turn: 1, card_id, action: 'submit' },
      { turn: 3, chat_turn: 1, card_id, action: 'submit' },
    ]);
  });

  test('a run that fails and knows no checkpoint → what an earlier run has merged is not given again', async () => {
    const session = store.session();
    await (await session.claim(await answered(session))).completes();
    await (await session.claim(await session.chat('more'))).fails({ answers_upto: 0 });
    expect(turnsOf(await session.claim(await session.chat('and more')))).toEqual([]);
  });

  test('two cards answered in a row, the first one merged → only the second', async () => {
    const session = store.session();
    await (await session.claim(await answered(session))).asks(cardOf());
    const run = await session.resume([answer('name', 'Wang')]);
    expect((await session.claim(run)).claim.answers).toMatchObject([{ turn: 3, items: [{ values: { name: 'Wang' } }] }]);
  });

  test('a worker that was shut out says that it merged them → it is not believed', async () => {
    const session = store.session();
    const run = await answered(session);
    const zombie = await session.claim(run);
    await session.abort();
    expect(await zombie.completes()).toEqual({ outcome: 'closed' });
    expect(turnsOf(await session.claim(await session.chat('again')))).toEqual([2]);
  });
});

test('a hundred messages, each pre-empting the one before → a claim reads two turns and its own, not a hundred', async () => {
  const session = store.session();
  for (let n = 1; n <= 100; n += 1) await session.chat(`m${n}`);
  const run = await session.chat('last');
  const xrange = jest.spyOn(store.redis, 'xrange');
  const { claim } = await session.claim(run, { history_turns: 2 });
  expect(xrange.mock.calls.map(([, from, to]) => [from, to])).toEqual([['99-0', '101-0']]);
  expect([claim.message, claim.history.map(({ content }) => content)]).toEqual(['last', ['m99', 'm100']]);
  xrange.mockRestore();
});
