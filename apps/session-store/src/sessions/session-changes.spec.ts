import type { Session } from '@parley/contracts';
import { RunViewers } from '@parley/run-log';
import { HeardSession } from '../test/heard-session.js';
import { answer, cardOf } from '../test/test-card.js';
import type { TestSession } from '../test/test-session.js';
import { refusalOf, type TestStore } from '../test/test-store.js';
import { epochOf } from '../test/turn-start-of.js';
import { useRedis } from '../test/use-redis.js';

const redis = useRedis();
let store: TestStore;
beforeAll(async () => (store = await redis.store()));

const ENQUEUE = { on_active_turn: 'enqueue' } as const;
const SUPERSEDE = { on_pending_card: 'supersede' } as const;
const WITHDRAW = { attempt: 0, withdraw: true } as const;

/** Brings a session to where something is then done: the function that does it. */
type Operation = (session: TestSession) => Promise<() => Promise<unknown>>;

const running = async (session: TestSession) => session.claim(await session.chat('hello'));

const CHANGES: Record<string, Operation> = {
  'session.create': async (session) => () => session.create(),
  'session.delete': async (session) => (await session.create(), () => session.delete()),
  'session.delete while a turn runs and one waits': async (session) => {
    await running(session);
    await session.chat('second', ENQUEUE);
    return () => session.delete();
  },
  'turn.start, the first one': async (session) => () => session.chat('hello'),
  'turn.start, a later one': async (session) => (await session.talk('hello', 'hi'), () => session.chat('again')),
  'turn.start that pre-empts': async (session) => (await running(session), () => session.chat('rather this')),
  'turn.start that waits': async (session) => (await running(session), () => session.chat('second', ENQUEUE)),
  'turn.start that supersedes a card': async (session) => (await session.askedWith(), () => session.chat('x', SUPERSEDE)),
  'turn.start that answers the card': async (session) => {
    await session.askedWith();
    return () => session.resume([answer('name', 'Li')]);
  },
  'turn.start that cancels the card': async (session) => {
    await session.askedWith();
    return () => session.resume([], { action: 'cancel' });
  },
  'turn.claim of a run that nobody follows': async (session) => {
    const run = await session.chat('hello', { on_disconnect: 'cancel', disconnect_grace_ms: 0 });
    const [ref, viewers] = [{ threadId: session.threadId, runId: run.run_id }, new RunViewers(store.redis)];
    await viewers.stay(ref, 'v', 60_000);
    return async () => {
      await viewers.leave(ref, 'v');
      await session.tryClaim(run, { epoch: epochOf(run) });
    };
  },
  'turn.end, completed': async (session) => {
    const worker = await running(session);
    return () => worker.completes();
  },
  'turn.end with a card': async (session) => {
    const worker = await running(session);
    return () => worker.asks(cardOf());
  },
  'turn.end, failed': async (session) => {
    const worker = await running(session);
    return () => worker.fails();
  },
  'turn.end, the next one begins': async (session) => {
    const worker = await running(session);
    await session.chat('second', ENQUEUE);
    return () => worker.completes();
  },
  'turn.end with a card that the next one supersedes': async (session) => {
    const worker = await running(session);
    await session.chat('second', { ...ENQUEUE, ...SUPERSEDE });
    return () => worker.asks(cardOf());
  },
  'turn.abort': async (session) => (await running(session), () => session.abort()),
  'turn.close': async (session) => {
    const { run_id } = await session.chat('hello');
    return () => session.close(run_id, { attempt: 0 });
  },
  'turn.close that withdraws a start': async (session) => {
    await session.askedWith();
    const { run_id } = await session.chat('rather this', { ...SUPERSEDE, agent_id: 'other' });
    return () => session.close(run_id, WITHDRAW);
  },
};

const NO_CHANGES: Record<string, Operation> = {
  'session.create of one that is there': async (session) => (await session.create(), () => session.create()),
  'session.delete of none': async (session) => () => refusalOf(session.delete()),
  'turn.start that joins': async (session) => {
    const { run_id } = await session.chat('hello');
    return () => session.chat('hello', { run_id });
  },
  'turn.start that is refused: turn_active': async (session) => {
    await running(session);
    return () => refusalOf(session.chat('x', { on_active_turn: 'reject' }));
  },
  'turn.start that is refused: card_pending': async (session) => (await session.askedWith(), () => refusalOf(session.chat('x'))),
  'turn.start that is refused: answers_invalid': async (session) => {
    await session.askedWith();
    return () => refusalOf(session.resume([]));
  },
  'turn.claim': async (session) => {
    const run = await session.chat('hello');
    return () => session.claim(run);
  },
  'a token': async (session) => {
    const worker = await running(session);
    return () => worker.says('token');
  },
  'turn.end by a worker that holds it no more': async (session) => {
    const worker = await running(session);
    await session.abort();
    return () => worker.completes();
  },
  'turn.abort where nothing runs': async (session) => (await session.askedWith(), () => session.abort()),
  'turn.abort of one that waits': async (session) => {
    await running(session);
    const { run_id } = await session.chat('second', ENQUEUE);
    return () => session.abort(run_id);
  },
  'turn.close of a run that somebody took': async (session) => {
    const { runId } = await running(session);
    return () => session.close(runId, { attempt: 0 });
  },
  'turn.close that withdraws one that waits': async (session) => {
    await running(session);
    const { run_id } = await session.chat('second', ENQUEUE);
    return () => session.close(run_id, WITHDRAW);
  },
  'every way to read': async (session) => {
    await session.askedWith();
    return () => Promise.all([session.get(), session.messages(), session.pendingCard(), session.find()]);
  },
};

const shown = (session: TestSession): Promise<Session | undefined> => session.get().catch(() => undefined);

/** What is told while the operation runs, and what the session shows before and after it. */
async function observed(prepare: Operation) {
  const heard = await HeardSession.of(redis, store);
  const act = await prepare(heard.session);
  const before = await shown(heard.session);
  await heard.news();
  await act();
  return { told: await heard.news(), before, after: await shown(heard.session), threadId: heard.session.threadId };
}

test.each(Object.entries(CHANGES))(
  '%s → the session shows something else, later than before, and that is told once',
  async (_name, prepare) => {
    const { told, before, after, threadId } = await observed(prepare);
    expect(told).toEqual([JSON.stringify({ type: 'session', thread_id: threadId, user_id: 'ann' })]);
    expect(after).not.toEqual(before);
    if (before && after) expect(after.updated_at > before.updated_at).toBe(true);
  },
);

test.each(Object.entries(NO_CHANGES))('%s → the session shows the same, and nothing is told', async (_name, prepare) => {
  const { told, before, after } = await observed(prepare);
  expect(told).toEqual([]);
  expect(after).toEqual(before);
});
