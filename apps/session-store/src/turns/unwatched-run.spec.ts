import { RunViewers } from '@parley/run-log';
import type { TurnStarted } from '@parley/contracts';
import type { TestSession } from '../test/test-session.js';
import type { TestStore } from '../test/test-store.js';
import { epochOf } from '../test/turn-start-of.js';
import { useRedis } from '../test/use-redis.js';

const redis = useRedis();
let store: TestStore;
let viewers: RunViewers;
beforeAll(async () => {
  store = await redis.store();
  viewers = new RunViewers(store.redis);
});

const refOf = ({ threadId }: TestSession, { run_id }: TurnStarted) => ({ threadId, runId: run_id });
const DISCONNECTED = { event: 'preempted', data: { reason: 'disconnected' } };

describe('a run that nobody has followed for its grace', () => {
  test('its worker finds it so → closed as disconnected, what was shown stays', async () => {
    const session = store.session();
    const run = await session.chat('hello', { disconnect_grace_ms: 0 });
    await viewers.stay(refOf(session, run), 'v', 60_000);
    const worker = await session.claim(run);
    await worker.says('so far');
    await viewers.leave(refOf(session, run), 'v');
    expect(await session.abort(run.run_id, 'disconnected')).toEqual({ aborted: true, run_id: run.run_id });
    expect(await session.lastEvent(run.run_id)).toEqual(DISCONNECTED);
    expect((await session.messages()).items[1]).toMatchObject({ content: 'so far', preempted: true });
  });

  test('a worker comes only then → there is nothing to take, the run is closed as disconnected', async () => {
    const session = store.session();
    const run = await session.chat('hello', { disconnect_grace_ms: 0 });
    await viewers.stay(refOf(session, run), 'v', 60_000);
    await viewers.leave(refOf(session, run), 'v');
    expect(await session.tryClaim(run, { epoch: epochOf(run) })).toEqual({ outcome: 'closed' });
    expect(await session.lastEvent(run.run_id)).toEqual(DISCONNECTED);
    expect((await session.get()).active_run_id).toBeNull();
  });

  test('a worker comes before who has started it follows it, and there is no grace → it waits for them', async () => {
    const session = store.session();
    const first = await session.claim(await session.chat('hello'));
    const run = await session.chat('next', { on_active_turn: 'enqueue', disconnect_grace_ms: 0 });
    await first.completes();
    const { epoch = 0 } = await session.find(run.run_id);
    expect((await session.tryClaim(run, { epoch })).outcome).toBe('held');
    await viewers.stay(refOf(session, run), 'v', 60_000);
    expect((await session.tryClaim(run, { epoch })).outcome).toBe('claimed');
  });
});

describe('a run that is followed, or need not be, is not cancelled by a worker that thought otherwise', () => {
  test.each([
    ['somebody follows it again', { disconnect_grace_ms: 0 }, true],
    ['the grace is not over', { disconnect_grace_ms: 60_000 }, false],
    ['on_disconnect continue', { disconnect_grace_ms: 0, on_disconnect: 'continue' }, false],
  ] as const)('%s → refused, it goes on', async (_why, options, isFollowed) => {
    const session = store.session();
    const run = await session.chat('hello', options);
    if (isFollowed) await viewers.stay(refOf(session, run), 'v', 60_000);
    const worker = await session.claim(run);
    expect(await session.abort(run.run_id, 'disconnected')).toEqual({ aborted: false });
    expect(await worker.completes()).toEqual({ outcome: 'ended' });
  });

  test('one of two viewers leaves → refused', async () => {
    const session = store.session();
    const run = await session.chat('hello', { disconnect_grace_ms: 0 });
    await viewers.stay(refOf(session, run), 'one', 60_000);
    await viewers.stay(refOf(session, run), 'two', 60_000);
    await viewers.leave(refOf(session, run), 'one');
    expect(await session.abort(run.run_id, 'disconnected')).toEqual({ aborted: false });
    expect((await session.get()).active_run_id).toBe(run.run_id);
  });

  test('its user aborts it while it is followed → closed', async () => {
    const session = store.session();
    const run = await session.chat('hello');
    await viewers.stay(refOf(session, run), 'v', 60_000);
    expect(await session.abort(run.run_id)).toMatchObject({ aborted: true });
  });
});

test('a run has ended → its viewers are gone, and a late one leaves nothing behind', async () => {
  const session = store.session();
  const run = await session.chat('hello');
  await viewers.stay(refOf(session, run), 'v', 60_000);
  await session.abort();
  expect(await viewers.stay(refOf(session, run), 'v', 60_000)).toBeUndefined();
  expect((await session.keys()).filter((key) => key.includes('viewers'))).toEqual([]);
});
