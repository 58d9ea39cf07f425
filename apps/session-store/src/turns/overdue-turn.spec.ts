import { runKey } from '@parley/contracts';
import { answer } from '../test/test-card.js';
import type { TestSession } from '../test/test-session.js';
import { refusalOf, type TestStore } from '../test/test-store.js';
import { epochOf } from '../test/turn-start-of.js';
import { useRedis } from '../test/use-redis.js';

const redis = useRedis();
let store: TestStore;
beforeAll(async () => (store = await redis.store()));

describe('a turn past its deadline is closed by whoever meets it', () => {
  type Meeting = [string, (session: TestSession) => Promise<unknown>];
  const meetings: Meeting[] = [
    ['session.get', (session) => session.get()],
    ['message.list', (session) => session.messages()],
    ['card.pending', (session) => session.pendingCard()],
    ['turn.find', (session) => session.find()],
    ['turn.abort', (session) => session.abort()],
    ['turn.start, reject', (session) => session.chat('again', { on_active_turn: 'reject' })],
    // All of them: two that changed in the same millisecond stand in any order.
    ['session.list', (session) => session.store.call('session.list', { tenant_id: 'default', owner: '-', limit: 100 })],
  ];

  test.each(meetings)('nobody took it; %s → queue_timeout', async (_call, meet) => {
    const session = store.session();
    const { run_id } = await session.chat('hello', { queue_timeout_ms: 0 });
    await meet(session);
    expect(await session.lastEvent(run_id)).toMatchObject({
      event: 'error',
      data: { code: 'queue_timeout', trace_id: 'trace-1' },
    });
    expect((await session.get()).active_run_id).not.toBe(run_id);
  });

  test.each(meetings)('a worker took it; %s → turn_timeout, and the worker is shut out', async (_call, meet) => {
    const session = store.session();
    const run = await session.chat('hello', { turn_timeout_ms: 0, language: 'zh' });
    const worker = await session.claim(run);
    await meet(session);
    expect(await session.lastEvent(run.run_id)).toMatchObject({
      event: 'error',
      data: { code: 'turn_timeout', message: '回答超时。' },
    });
    expect(await worker.completes()).toEqual({ outcome: 'closed' });
  });

  test('a worker comes too late for it → there is nothing to take', async () => {
    const session = store.session();
    const run = await session.chat('hello', { queue_timeout_ms: 0 });
    expect(await session.tryClaim(run, { epoch: epochOf(run) })).toEqual({ outcome: 'closed' });
    expect((await session.lastEvent(run.run_id)).event).toBe('error');
  });

  test('a language nobody knows → the user is told in the default one', async () => {
    const session = store.session();
    const { run_id } = await session.chat('hello', { queue_timeout_ms: 0, language: 'tlh' });
    await session.get();
    expect((await session.lastEvent(run_id)).data).toMatchObject({ message: '暂无空闲的处理进程，请重试。' });
  });
});

describe('Redis lost the active run', () => {
  test('messages are taken again, and the lost run is run_expired', async () => {
    const session = store.session();
    const { run_id } = await session.chat('hello');
    await store.redis.del(runKey(session.threadId, run_id));
    expect(await session.chat('again', { on_active_turn: 'reject' })).toMatchObject({ outcome: 'started', turn: 2 });
    expect((await refusalOf(session.find(run_id))).code).toBe('run_expired');
  });

  test('it was a resume → the same answers start it anew', async () => {
    const session = store.session();
    const { card_id } = await session.askedWith();
    const { run_id } = await session.resume([answer('name', 'Li')], { card_id });
    await store.redis.del(runKey(session.threadId, run_id));
    expect(await session.resume([answer('name', 'Li')], { card_id })).toMatchObject({ outcome: 'started', turn: 3 });
  });
});
