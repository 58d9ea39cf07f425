import { CONTROL_CHANNEL } from '@parley/contracts';
import { RunViewers } from '@parley/run-log';
import { answer } from '../test/test-card.js';
import type { TestSession } from '../test/test-session.js';
import type { TestStore } from '../test/test-store.js';
import { epochOf } from '../test/turn-start-of.js';
import { useRedis } from '../test/use-redis.js';

const redis = useRedis();
let store: TestStore;
beforeAll(async () => (store = await redis.store()));

const ENQUEUE = { on_active_turn: 'enqueue' } as const;

/** A session whose first turn is being worked on, with messages that wait behind it. */
async function withWaiting(...messages: string[]) {
  const session = store.session();
  const worker = await session.claim(await session.chat('first'));
  await worker.says('answer');
  const waiting = [];
  for (const message of messages) waiting.push(await session.chat(message, ENQUEUE));
  const [second, third] = waiting;
  if (!second) throw new Error('one message at least');
  return { session, worker, second, third: third ?? second };
}

const contentsOf = async (session: TestSession) => (await session.messages()).items.map(({ content }) => content);

describe('a message that waits behind the active turn', () => {
  test('nothing is active → it starts at once', async () => {
    const run = await store.session().chat('hello', ENQUEUE);
    expect(epochOf(run)).toBeGreaterThan(0);
  });

  test('it waits → it has its turn and its run event, but no job, and nobody can take it; the active one goes on', async () => {
    const { session, worker, second } = await withWaiting('second');
    expect(second).toEqual({ outcome: 'started', run_id: second.run_id, turn: 2 });
    expect((await session.lastEvent(second.run_id)).event).toBe('run');
    expect(await session.find(second.run_id)).toEqual({
      run_id: second.run_id,
      turn: 2,
      status: 'open',
      last_seq: 1,
      attempt: 0,
    });
    for (const epoch of [0, worker.epoch, worker.epoch + 1])
      expect(await session.tryClaim(second, { epoch })).toEqual({ outcome: 'closed' });
    expect((await session.get()).active_run_id).toBe(worker.runId);
    expect(await contentsOf(session)).toEqual(['first']);
    expect(await worker.says('!')).toEqual({ outcome: 'appended' });
  });

  test('the same start again → joined, without a job', async () => {
    const { session, second } = await withWaiting('second');
    const again = await session.chat('second', { ...ENQUEUE, run_id: second.run_id });
    expect(again).toEqual({ outcome: 'joined', run_id: second.run_id, turn: 2 });
  });

  test('the active one ends → it begins: the engines are told, its job is there, its worker knows the first answer', async () => {
    const { session, worker, second } = await withWaiting('second');
    const heard = await redis.hear(CONTROL_CHANNEL);
    expect(await worker.completes()).toEqual({ outcome: 'ended' });
    const begun = { type: 'begun', run_id: second.run_id, thread_id: session.threadId };
    expect(JSON.parse(await heard.message(second.run_id))).toEqual(begun);
    const { handoff: next } = await session.find(second.run_id);
    expect(next).toMatchObject({ id: second.run_id, payload: { request: { message: 'second' } } });
    expect(epochOf({ handoff: next })).toBeGreaterThan(worker.epoch);
    expect((await session.get()).active_run_id).toBe(second.run_id);
    expect(await contentsOf(session)).toEqual(['first', 'answer', 'second']);
    const { claim } = await session.claim({ run_id: second.run_id, handoff: next });
    expect(claim).toMatchObject({ turn: 2, chat_turn: 2, message: 'second' });
    expect(claim.history.map(({ content }) => content)).toEqual(['first', 'answer']);
    expect(await worker.says('late')).toEqual({ outcome: 'closed' });
  });

  test('three wait → they begin in the order they came, one at a time, whoever ends the one before', async () => {
    const { session, worker, second, third } = await withWaiting('second', 'third', 'fourth');
    await worker.completes();
    expect((await session.get()).active_run_id).toBe(second.run_id);
    expect(await session.abort(second.run_id)).toEqual({ aborted: true, run_id: second.run_id });
    expect((await session.get()).active_run_id).toBe(third.run_id);
    expect(await session.close(third.run_id, { attempt: 0 })).toEqual({ closed: true });
    expect(await contentsOf(session)).toEqual(['first', 'answer', 'second', 'third', 'fourth']);
  });

  test('the active one is overdue → the next reader closes it, and the waiting one begins', async () => {
    const session = store.session();
    const first = await session.chat('first', { queue_timeout_ms: 0 });
    await session.chat('second', ENQUEUE);
    expect(await session.lastEvent(first.run_id)).toMatchObject({ event: 'error', data: { code: 'queue_timeout' } });
    const late = await session.chat('third', ENQUEUE);
    expect(late.handoff).toBeUndefined();
    expect(await contentsOf(session)).toEqual(['first', 'second']);
  });
});

describe('a waiting turn that never begins', () => {
  const ABORTED = { event: 'preempted', data: { reason: 'aborted' } };

  test('abort without run_id → the active one and all that wait; their messages were said', async () => {
    const { session, worker, second, third } = await withWaiting('second', 'third');
    expect(await session.abort()).toEqual({ aborted: true, run_id: worker.runId });
    for (const run of [second, third]) expect(await session.lastEvent(run.run_id)).toEqual(ABORTED);
    expect(await session.get()).toMatchObject({ active_run_id: null, turn: 3 });
    expect(await contentsOf(session)).toEqual(['first', 'answer', 'second', 'third']);
  });

  test('abort with its run_id → it alone; its message takes its place when its turn would have come', async () => {
    const { session, worker, second, third } = await withWaiting('second', 'third');
    expect(await session.abort(second.run_id)).toEqual({ aborted: true, run_id: second.run_id });
    expect(await session.abort(second.run_id)).toEqual({ aborted: false });
    expect(await session.lastEvent(second.run_id)).toEqual(ABORTED);
    expect(await worker.completes()).toEqual({ outcome: 'ended' });
    expect((await session.get()).active_run_id).toBe(third.run_id);
    expect(await contentsOf(session)).toEqual(['first', 'answer', 'second', 'third']);
  });

  test('its gateway could not follow it and refused it → closed, it never begins', async () => {
    const { session, worker, second } = await withWaiting('second');
    expect(await session.close(second.run_id, { attempt: 0 })).toEqual({ closed: true });
    expect(await session.close(second.run_id, { attempt: 0 })).toEqual({ closed: false });
    expect((await session.lastEvent(second.run_id)).event).toBe('error');
    expect(await worker.completes()).toEqual({ outcome: 'ended' });
    expect((await session.get()).active_run_id).toBeNull();
  });

  test('a message that pre-empts → the active one and all that wait end, and it starts', async () => {
    const { session, worker, second } = await withWaiting('second');
    const run = await session.chat('rather this');
    expect(run).toMatchObject({ outcome: 'started', turn: 3 });
    for (const old of [worker.runId, second.run_id])
      expect(await session.lastEvent(old)).toEqual({ event: 'preempted', data: { reason: 'preempted', by_run_id: run.run_id } });
    expect(await contentsOf(session)).toEqual(['first', 'answer', 'second', 'rather this']);
  });

  test('the session is deleted → nothing of it remains', async () => {
    const { session } = await withWaiting('second', 'third');
    await session.delete();
    expect((await session.keys()).filter((key) => !key.endsWith(':epoch'))).toEqual([]);
  });
});

test('a turn ends and a message joins the queue at once through two replicas, 50 times → it begins, it never waits for nothing', async () => {
  const other = await redis.store();
  for (let n = 0; n < 50; n += 1) {
    const session = store.session();
    const worker = await session.claim(await session.chat('first'));
    const [ended, second] = await Promise.all([worker.completes(), session.through(other).chat('second', ENQUEUE)]);
    expect(ended.outcome).toBe('ended');
    expect((await session.find(second.run_id)).handoff?.id).toBe(second.run_id);
    expect((await session.get()).active_run_id).toBe(second.run_id);
  }
});

test('turns that wait → no key of theirs is without a TTL', async () => {
  const { session } = await withWaiting('second', 'third');
  const ttls = await Promise.all((await session.keys()).map((key) => store.redis.pttl(key)));
  expect(ttls.length).toBeGreaterThan(10);
  expect(Math.min(...ttls)).toBeGreaterThan(0);
});

describe('a start that its caller was refused is withdrawn', () => {
  const WITHDRAW = { attempt: 0, withdraw: true } as const;

  test('a chat → as if it had not been said: no message, and the same key starts anew', async () => {
    const session = store.session();
    const key = { idempotency: { key: 'k', fingerprint: 'f' } };
    const refused = await session.chat('hello', key);
    expect(await session.close(refused.run_id, WITHDRAW)).toEqual({ closed: true });
    expect(await contentsOf(session)).toEqual([]);
    expect(await session.chat('hello', key)).toMatchObject({ outcome: 'started', turn: 2 });
  });

  test('a chat that superseded a card → the card is pending again', async () => {
    const session = store.session();
    const card = await session.askedWith();
    const refused = await session.chat('rather this', { on_pending_card: 'supersede' });
    await session.close(refused.run_id, WITHDRAW);
    expect((await session.pendingCard()).card).toEqual(card);
  });

  test('a resume → the card is pending again, and may be answered otherwise', async () => {
    const session = store.session();
    const card = await session.askedWith();
    const refused = await session.resume([answer('name', 'Li')]);
    await session.close(refused.run_id, WITHDRAW);
    expect((await session.pendingCard()).card).toEqual(card);
    expect(await session.resume([answer('name', 'Wang')])).toMatchObject({ outcome: 'started' });
  });

  test('a waiting one → its message never takes a place', async () => {
    const { session, worker, second } = await withWaiting('second', 'third');
    await session.close(second.run_id, WITHDRAW);
    await worker.completes();
    expect(await contentsOf(session)).toEqual(['first', 'answer', 'third']);
  });

  test('a worker has it by now → nothing happens', async () => {
    const session = store.session();
    const run = await session.chat('hello');
    await session.claim(run);
    expect(await session.close(run.run_id, WITHDRAW)).toEqual({ closed: false });
    expect(await contentsOf(session)).toEqual(['hello']);
  });

  test('a chat with another agent → the card is answered by the agent that asked', async () => {
    const session = store.session();
    await session.askedWith();
    const before = await session.get();
    const refused = await session.chat('rather this', { on_pending_card: 'supersede', agent_id: 'other' });
    await session.close(refused.run_id, WITHDRAW);
    expect(await session.get()).toMatchObject({ agent_id: before.agent_id, awaiting_card: before.awaiting_card });
    const { claim } = await session.claim(await session.resume([answer('name', 'Li')]));
    expect(claim).toMatchObject({ chat_turn: 1 });
    expect(claim.message).not.toBe('');
  });

  test('the retry of a failed resume → the next retry starts anew, it does not join the failure for good', async () => {
    const session = store.session();
    const { card_id } = await session.askedWith();
    const first = await session.resume([answer('name', 'Li')], { card_id });
    await session.abort(first.run_id);
    const retry = await session.resume([answer('name', 'Li')], { card_id });
    expect(retry.outcome).toBe('started');
    await session.close(retry.run_id, WITHDRAW);
    expect(await session.resume([answer('name', 'Li')], { card_id })).toMatchObject({ outcome: 'started' });
  });

  test('a chat after a resume that completed → the same answers still join that run, nothing runs twice', async () => {
    const session = store.session();
    const { card_id } = await session.askedWith();
    const resumed = await session.resume([answer('name', 'Li')], { card_id });
    await (await session.claim(resumed)).completes();
    await session.close((await session.chat('more')).run_id, WITHDRAW);
    const again = await session.resume([answer('name', 'Li')], { card_id });
    expect(again).toMatchObject({ outcome: 'joined', run_id: resumed.run_id });
  });

  test('a waiting one, after another that waited has begun → the session is about the one that has begun', async () => {
    const { session, worker, second, third } = await withWaiting('second', 'third');
    await worker.completes();
    await session.close(third.run_id, WITHDRAW);
    await (await session.claim({ run_id: second.run_id, handoff: (await session.find(second.run_id)).handoff })).completes();
    expect((await session.find()).run_id).toBe(second.run_id);
  });

  test('it is closed as its user was told, but somebody else follows it → it goes on', async () => {
    const session = store.session();
    const run = await session.chat('hello');
    await new RunViewers(store.redis).stay({ threadId: session.threadId, runId: run.run_id }, 'somebody', 10_000);
    expect(await session.close(run.run_id, { alone: true })).toEqual({ closed: false });
    await new RunViewers(store.redis).leave({ threadId: session.threadId, runId: run.run_id }, 'somebody');
    expect(await session.close(run.run_id, { alone: true })).toEqual({ closed: true });
  });
});
