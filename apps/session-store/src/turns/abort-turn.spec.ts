import type { TestStore } from '../test/test-store.js';
import { newRunId } from '../test/turn-start-of.js';
import { useRedis } from '../test/use-redis.js';

const redis = useRedis();
let store: TestStore;
beforeAll(async () => (store = await redis.store()));

describe('abort', () => {
  test('with a run id, or without → closes the active run once, and says which', async () => {
    const session = store.session();
    const one = await session.chat('hello');
    expect(await session.abort(one.run_id)).toEqual({ aborted: true, run_id: one.run_id });
    expect(await session.abort(one.run_id)).toEqual({ aborted: false });
    const two = await session.chat('hello');
    expect(await session.abort()).toEqual({ aborted: true, run_id: two.run_id });
    expect(await session.lastEvent(two.run_id)).toEqual({ event: 'preempted', data: { reason: 'aborted' } });
  });

  test('mid-answer → what was shown stays, flagged; the worker is shut out', async () => {
    const session = store.session();
    const worker = await session.claim(await session.chat('hello'));
    await worker.says('half an');
    await session.abort();
    expect(await worker.says(' answer')).toEqual({ outcome: 'closed' });
    expect(await worker.completes()).toEqual({ outcome: 'closed' });
    expect((await session.messages()).items[1]).toMatchObject({ content: 'half an', preempted: true });
  });

  test('another run than the active one → nothing happens', async () => {
    const session = store.session();
    const old = await session.talk('hello', 'hi');
    const run = await session.chat('again');
    expect(await session.abort(old.run_id)).toEqual({ aborted: false });
    expect(await session.abort(newRunId())).toEqual({ aborted: false });
    expect((await session.get()).active_run_id).toBe(run.run_id);
  });

  test('at a pending card → nothing is active, the card stays', async () => {
    const session = store.session();
    const card = await session.askedWith();
    expect(await session.abort()).toEqual({ aborted: false });
    expect((await session.pendingCard()).card).toEqual(card);
  });

  test('an unknown session → session_not_found', async () => {
    await expect(store.session().abort()).rejects.toMatchObject({ code: 'session_not_found' });
  });

  test('ten at once → one of them closed it', async () => {
    const session = store.session();
    await session.chat('hello');
    const answers = await Promise.all(Array.from({ length: 10 }, () => session.abort()));
    expect(answers.filter(({ aborted }) => aborted)).toHaveLength(1);
  });
});
