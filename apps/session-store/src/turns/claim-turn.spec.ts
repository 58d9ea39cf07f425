import { cardsKey, runLeaseKey, sessionKey } from '@parley/contracts';
import { answer, cardOf } from '../test/test-card.js';
import type { TestStore } from '../test/test-store.js';
import { epochOf, newRunId } from '../test/turn-start-of.js';
import { useRedis } from '../test/use-redis.js';

const redis = useRedis();
let store: TestStore;
beforeAll(async () => (store = await redis.store()));

describe('a worker that takes a run', () => {
  test('first claim → attempt 1, with all there is to know', async () => {
    const session = store.session();
    await session.talk('first', 'answer one');
    const run = await session.chat('hello', { user_id: 'bob', agent_id: 'loan-dispute', turn_timeout_ms: 30_000 });
    const { claim } = await session.claim(run);
    expect(claim).toEqual({
      ...{ outcome: 'claimed', attempt: 1, last_seq: 1, shown_text: '', kind: 'chat', turn: 2, chat_turn: 2 },
      ...{
        agent_id: 'loan-dispute',
        session_id: session.sessionId,
        user_id: 'bob',
        message: 'hello',
        answers: [],
        remaining_ms: 30_000,
      },
      history: [
        { role: 'user', content: 'first' },
        { role: 'assistant', content: 'answer one' },
      ],
    });
  });

  test('first claim → it has the lease for so long, and the fence', async () => {
    const session = store.session();
    const run = await session.chat('hello');
    await session.claim(run, { lease_ms: 5000 });
    const lease = runLeaseKey(session.threadId, run.run_id);
    expect(await store.redis.get(lease)).toBe('1');
    expect(await store.redis.pttl(lease)).toBeGreaterThan(4000);
    expect(await store.redis.pttl(lease)).toBeLessThanOrEqual(5000);
    expect(await store.redis.hget(sessionKey(session.threadId), 'fence')).toBe(`${epochOf(run)}:1`);
  });

  test('claim of a resume → the message is the last chat message, the history what was before it', async () => {
    const session = store.session();
    await session.talk('first', 'answer one');
    const worker = await session.claim(await session.chat('the question'));
    await worker.says('let me ask');
    await worker.asks(cardOf());
    const { claim } = await session.claim(await session.resume([answer('name', 'Li')]));
    expect(claim).toMatchObject({ kind: 'resume', turn: 3, chat_turn: 2, message: 'the question' });
    expect(claim.history.map(({ content }) => content)).toEqual(['first', 'answer one']);
  });

  test('history_turns 2 → the last two turns; empty texts are left out, interrupted ones marked', async () => {
    const session = store.session();
    await session.talk('one', 'first');
    const broken = await session.claim(await session.chat('two'));
    await broken.says('half');
    await broken.fails();
    const stopped = await session.claim(await session.chat('three'));
    await stopped.says('cut');
    const { claim } = await session.claim(await session.chat('four'), { history_turns: 2 });
    expect(claim.history).toEqual([
      { role: 'user', content: 'two' },
      { role: 'assistant', content: 'half', interrupted: true },
      { role: 'user', content: 'three' },
      { role: 'assistant', content: 'cut', interrupted: true },
    ]);
  });

  test('history_turns 0 → no history', async () => {
    const session = store.session();
    await session.talk('one', 'first');
    expect((await session.claim(await session.chat('two'), { history_turns: 0 })).claim.history).toEqual([]);
  });

  test('turns that asked with cards → their cards are not read for the history', async () => {
    const session = store.session();
    await session.askedWith();
    const run = await session.chat('rather this', { on_pending_card: 'supersede' });
    // Whoever reads the cards now is answered WRONGTYPE.
    await store.redis.set(cardsKey(session.threadId), 'no hash');
    expect((await session.claim(run)).claim.history).toEqual([{ role: 'user', content: 'hello' }]);
  });
});

describe('a worker that takes a run over', () => {
  test('its lease is over → attempt 2, from where the first one is; the first can neither append, rewind nor end', async () => {
    const session = store.session();
    const run = await session.chat('hello');
    const first = await session.claim(run);
    await first.says('so ', 'far');
    const second = await session.takeOver(run);
    expect(second.claim).toMatchObject({ attempt: 2, last_seq: 3, shown_text: 'so far' });
    expect(await first.says(' late')).toEqual({ outcome: 'closed' });
    expect(await first.rewinds(1, '')).toEqual({ outcome: 'closed' });
    expect(await first.completes()).toEqual({ outcome: 'closed' });
    expect(await store.redis.hget(sessionKey(session.threadId), 'fence')).toBe(`${epochOf(run)}:2`);
    expect(await store.redis.get(runLeaseKey(session.threadId, run.run_id))).toBe('2');
    expect(await second.says('!')).toEqual({ outcome: 'appended' });
    expect(await second.completes()).toEqual({ outcome: 'ended' });
    expect((await session.messages()).items[1]?.content).toBe('so far!');
  });

  test('it gets what the first left of the time, not new time', async () => {
    const session = store.session();
    const run = await session.chat('hello', { turn_timeout_ms: 60_000 });
    await session.claim(run);
    const deadline = await store.redis.hget(sessionKey(session.threadId), 'deadline');
    await session.takeOver(run);
    expect(await store.redis.hget(sessionKey(session.threadId), 'deadline')).toBe(deadline);
  });

  test('its worker has the lease → held, for as long as the lease runs; that worker goes on undisturbed', async () => {
    const session = store.session();
    const run = await session.chat('hello');
    const worker = await session.claim(run, { lease_ms: 5000 });
    const claim = await session.tryClaim(run, { epoch: epochOf(run) });
    expect(claim).toEqual({ outcome: 'held', lease_left_ms: expect.any(Number) as number });
    const left = claim.outcome === 'held' ? claim.lease_left_ms : 0;
    expect(left).toBeGreaterThan(4000);
    expect(left).toBeLessThanOrEqual(5000);
    expect(await worker.says('hi')).toEqual({ outcome: 'appended' });
    expect(await worker.completes()).toEqual({ outcome: 'ended' });
  });

  test('it is held when its turn ends → closed for the one who waits', async () => {
    const session = store.session();
    const run = await session.chat('hello');
    const worker = await session.claim(run);
    expect(await session.tryClaim(run, { epoch: epochOf(run) })).toMatchObject({ outcome: 'held' });
    await worker.completes();
    expect(await session.tryClaim(run, { epoch: epochOf(run) })).toEqual({ outcome: 'closed' });
  });

  test('ten workers at once through two replicas → one has it, as attempt 1, the others find it held', async () => {
    const session = store.session();
    const run = await session.chat('hello');
    const other = session.through(await redis.store());
    const claims = await Promise.all(
      Array.from({ length: 10 }, (_, index) => (index % 2 ? session : other).tryClaim(run, { epoch: epochOf(run) })),
    );
    expect(claims.filter(({ outcome }) => outcome === 'claimed')).toEqual([expect.objectContaining({ attempt: 1 })]);
    expect(claims.filter(({ outcome }) => outcome === 'held')).toHaveLength(9);
  });
});

describe('nothing to take', () => {
  test('a run that has ended → closed', async () => {
    const session = store.session();
    const run = await session.talk('hello', 'hi');
    expect(await session.tryClaim(run, { epoch: epochOf(run) })).toEqual({ outcome: 'closed' });
  });

  test('a run that never was, of a session that is there → closed', async () => {
    const session = store.session();
    const run = await session.chat('hello');
    expect(await session.tryClaim({ run_id: newRunId() }, { epoch: epochOf(run) })).toEqual({ outcome: 'closed' });
  });

  test('an unknown session → closed, and nothing is created', async () => {
    const session = store.session();
    expect(await session.tryClaim({ run_id: newRunId() }, { epoch: 1 })).toEqual({ outcome: 'closed' });
    expect(await session.keys()).toEqual([]);
  });

  test('another epoch than the run has → closed, and no attempt is counted', async () => {
    const session = store.session();
    const run = await session.chat('hello');
    expect(await session.tryClaim(run, { epoch: epochOf(run) - 1 })).toEqual({ outcome: 'closed' });
    expect((await session.claim(run)).claim.attempt).toBe(1);
  });
});
