import { CONTROL_CHANNEL, sessionKey } from '@parley/contracts';
import { answer, cardOf } from '../test/test-card.js';
import { refusalOf, type TestStore } from '../test/test-store.js';
import { epochOf } from '../test/turn-start-of.js';
import { useRedis } from '../test/use-redis.js';

const redis = useRedis();
let store: TestStore;
beforeAll(async () => (store = await redis.store()));

describe('a message while a turn is active', () => {
  test('reject → turn_active, and the running turn goes on undisturbed', async () => {
    const session = store.session();
    const worker = await session.claim(await session.chat('hello'));
    expect((await refusalOf(session.chat('again', { on_active_turn: 'reject' }))).code).toBe('turn_active');
    expect(await worker.says('hi')).toEqual({ outcome: 'appended' });
    expect(await worker.completes()).toEqual({ outcome: 'ended' });
    expect((await session.messages()).items.map(({ content }) => content)).toEqual(['hello', 'hi']);
  });

  test('reject, and nothing is active any more → started', async () => {
    const session = store.session();
    await session.talk('hello', 'hi');
    expect(await session.chat('again', { on_active_turn: 'reject' })).toMatchObject({ outcome: 'started', turn: 2 });
  });

  test('preempt → the old log ends with preempted and who did it; its worker is told', async () => {
    const session = store.session();
    const heard = await redis.hear(CONTROL_CHANNEL);
    const old = await session.chat('hello');
    const worker = await session.claim(old);
    await worker.says('half an ans');
    const next = await session.chat('stop, rather this');
    expect(await session.lastEvent(old.run_id)).toEqual({
      event: 'preempted',
      data: { reason: 'preempted', by_run_id: next.run_id },
    });
    expect(JSON.parse(await heard.message(old.run_id))).toEqual({ type: 'cancel', run_id: old.run_id });
    expect((await session.messages()).items.slice(0, 2)).toEqual([
      expect.objectContaining({ role: 'user', content: 'hello', turn: 1 }),
      expect.objectContaining({ role: 'assistant', content: 'half an ans', turn: 1, preempted: true }),
    ]);
    expect((await session.get()).active_run_id).toBe(next.run_id);
  });

  test('preempt a run that nobody has taken → it has no assistant message and is never given to a worker', async () => {
    const session = store.session();
    const old = await session.chat('hello');
    await session.chat('again');
    expect((await session.messages()).items.map(({ content }) => content)).toEqual(['hello', 'again']);
    expect(await session.tryClaim(old, { epoch: epochOf(old) })).toEqual({ outcome: 'closed' });
  });

  test('preempted worker → its append, its end and its fence are refused; the log stays as it is', async () => {
    const session = store.session();
    const old = await session.chat('hello');
    const worker = await session.claim(old);
    const next = await session.chat('again');
    const closed = await session.log(old.run_id);
    expect(await worker.says('late')).toEqual({ outcome: 'closed' });
    expect(await worker.completes()).toEqual({ outcome: 'closed' });
    expect(await worker.asks(cardOf())).toEqual({ outcome: 'closed' });
    expect(await session.tryClaim(old, { epoch: epochOf(old) })).toEqual({ outcome: 'closed' });
    expect(await store.redis.hget(sessionKey(session.threadId), 'fence')).toBe(`${epochOf(next)}:0`);
    expect(await session.log(old.run_id)).toEqual(closed);
    expect(await session.get()).toMatchObject({ active_run_id: next.run_id, awaiting_card: null });
  });

  test('five messages in a row → four preempted, the last one answers', async () => {
    const session = store.session();
    const runs = [];
    for (let n = 1; n <= 5; n += 1) runs.push(await session.chat(`m${n}`));
    const last = runs.pop();
    for (const run of runs) expect((await session.lastEvent(run.run_id)).event).toBe('preempted');
    if (last) expect(await (await session.claim(last)).completes()).toEqual({ outcome: 'ended' });
  });

  test('a worker that ends and a message that pre-empts, at once, 50 times → one terminal event, and the state agrees with it', async () => {
    const [one, two] = [store.session(), await redis.store()];
    for (let n = 0; n < 50; n += 1) {
      const run = await one.chat('hello');
      const worker = await one.claim(run);
      const [ended, next] = await Promise.all([worker.completes(), one.through(two).chat('again')]);
      const terminal = (await one.log(run.run_id)).filter((line) => /"event":"(end|preempted|error)"/.test(line));
      expect(terminal).toHaveLength(1);
      expect((await one.lastEvent(run.run_id)).event).toBe(ended.outcome === 'ended' ? 'end' : 'preempted');
      expect((await one.get()).active_run_id).toBe(next.run_id);
      await one.abort();
    }
  });
});

describe('a message while a card is pending', () => {
  test('reject → card_pending with the card, which stays; the text is stored nowhere', async () => {
    const session = store.session();
    const card = await session.askedWith();
    const { code, details } = await refusalOf(session.chat('what is the weather'));
    expect([code, details.card]).toEqual(['card_pending', card]);
    expect(await session.pendingCard()).toEqual({ has_pending_card: true, card });
    expect((await session.messages()).items.map(({ content }) => content)).toEqual(['hello', '']);
    expect(await session.resume([answer('name', 'Li')])).toMatchObject({ outcome: 'started', turn: 2 });
  });

  test('supersede → the card is withdrawn and the message starts a turn', async () => {
    const session = store.session();
    const card = await session.askedWith();
    const run = await session.chat('rather this', { on_pending_card: 'supersede' });
    expect(run).toMatchObject({ outcome: 'started', turn: 2 });
    expect(await session.pendingCard()).toEqual({ has_pending_card: false, card: null });
    expect((await session.messages()).items[1]).toMatchObject({ card });
    expect(await session.get()).toMatchObject({ awaiting_card: null, active_run_id: run.run_id });
  });

  test('supersede, and then answers for that card → card_stale', async () => {
    const session = store.session();
    const { card_id } = await session.askedWith();
    await session.chat('rather this', { on_pending_card: 'supersede' });
    expect((await refusalOf(session.resume([answer('name', 'Li')], { card_id }))).code).toBe('card_stale');
    expect((await refusalOf(session.resume([answer('name', 'Li')]))).code).toBe('no_pending_card');
  });

  test('answers first, then a superseding message → it pre-empts their run, which keeps its claim', async () => {
    const session = store.session();
    const { card_id } = await session.askedWith();
    const resumed = await session.resume([answer('name', 'Li')], { card_id });
    const chat = await session.chat('rather this', { on_pending_card: 'supersede' });
    expect(await session.lastEvent(resumed.run_id)).toMatchObject({ event: 'preempted', data: { by_run_id: chat.run_id } });
    expect(await session.resume([answer('name', 'Li')], { card_id })).toMatchObject({
      outcome: 'joined',
      run_id: resumed.run_id,
    });
    const { claim } = await session.claim(chat);
    expect(claim.answers.map(({ items }) => items)).toEqual([[{ item_id: 'item-1', skill: 'skill-1', values: { name: 'Li' } }]]);
  });

  test('answers and a superseding message at once, 50 times → one order or the other, never half of each', async () => {
    const other = await redis.store();
    for (let n = 0; n < 50; n += 1) {
      const session = store.session();
      const { card_id } = await session.askedWith();
      const resuming = session.resume([answer('name', 'Li')], { card_id }).catch((error: { code: string }) => error.code);
      const chatting = session.through(other).chat('rather this', { on_pending_card: 'supersede' });
      const [resumed, chat] = await Promise.all([resuming, chatting]);
      if (typeof resumed === 'string') {
        expect([resumed, chat.turn]).toEqual(['card_stale', 2]);
      } else {
        expect([resumed.turn, chat.turn]).toEqual([2, 3]);
        expect((await session.lastEvent(resumed.run_id)).event).toBe('preempted');
      }
      expect(await session.get()).toMatchObject({ awaiting_card: null, active_run_id: chat.run_id });
    }
  });
});
