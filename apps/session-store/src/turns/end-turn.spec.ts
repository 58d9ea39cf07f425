import { envelopeLine, runChannel, sessionKey } from '@parley/contracts';
import { cardOf, question } from '../test/test-card.js';
import type { TestStore } from '../test/test-store.js';
import { epochOf } from '../test/turn-start-of.js';
import { useRedis } from '../test/use-redis.js';

const redis = useRedis();
let store: TestStore;
beforeAll(async () => (store = await redis.store()));

describe('the terminal event is the commit', () => {
  test('end is heard → through another replica nothing is active, the message is what was shown', async () => {
    const session = store.session();
    const other = session.through(await redis.store());
    const run = await session.chat('hello');
    const heard = await redis.hear(runChannel(run.run_id));
    const worker = await session.claim(run);
    await worker.says('北', '京🙂 ', '');
    await worker.says('ok');
    const [end] = await Promise.all([heard.message('"end"'), worker.completes()]);
    expect(end).toBe(envelopeLine(run.run_id, 6, { event: 'end', data: { status: 'completed', output: '北京🙂 ok' } }));
    expect(await other.get()).toMatchObject({ active_run_id: null, awaiting_card: null });
    expect((await other.messages()).items[1]).toMatchObject({ role: 'assistant', content: '北京🙂 ok' });
    expect(await other.chat('next', { on_active_turn: 'reject' })).toMatchObject({ outcome: 'started', turn: 2 });
  });

  test('a card → card and end are one batch, byte for byte, and the card is pending when they are heard', async () => {
    const session = store.session();
    const other = session.through(await redis.store());
    const run = await session.chat('hello');
    const heard = await redis.hear(runChannel(run.run_id));
    const worker = await session.claim(run);
    await worker.says('Who?');
    const card = cardOf([question('name', { options: [], max: 1e21, placeholder: '{"event":"end"}\r\n' })]);
    const [message] = await Promise.all([heard.message('"card"'), worker.asks(card)]);
    expect(message.split('\n')).toEqual([
      envelopeLine(run.run_id, 3, { event: 'card', data: card }),
      envelopeLine(run.run_id, 4, { event: 'end', data: { status: 'interrupted', output: 'Who?' } }),
    ]);
    expect((await session.log(run.run_id)).slice(-2)).toEqual(message.split('\n'));
    expect(await other.pendingCard()).toEqual({ has_pending_card: true, card });
    expect(await other.get()).toMatchObject({ active_run_id: null, awaiting_card: card.card_id });
    expect((await other.messages()).items[1]).toMatchObject({ content: 'Who?', card });
  });

  test('rewound text → the message is what remained shown', async () => {
    const session = store.session();
    const run = await session.chat('hello');
    const lost = await session.claim(run);
    await lost.says('证据', ' wrong');
    const worker = await session.takeOver(run);
    await worker.rewinds(2, '证据');
    await worker.says(' right');
    await worker.completes();
    expect((await session.messages()).items[1]?.content).toBe('证据 right');
  });

  test('a failed turn → error is its terminal event, the message is flagged, the session goes on', async () => {
    const session = store.session();
    const run = await session.chat('hello');
    const worker = await session.claim(run);
    await worker.says('so f');
    expect(await worker.fails()).toEqual({ outcome: 'ended' });
    const line = (await session.log(run.run_id)).at(-1);
    expect(line).toMatch(/^\{"kind":"error",.*"sequence":3,"event":\{"event":"error"/);
    expect((await session.messages()).items[1]).toMatchObject({ content: 'so f', failed: true });
    expect(await session.chat('again', { on_active_turn: 'reject' })).toMatchObject({ outcome: 'started' });
  });

  test('a turn that showed nothing and asked nothing → no assistant message', async () => {
    const session = store.session();
    await (await session.claim(await session.chat('hello'))).completes();
    expect((await session.messages()).items.map(({ role }) => role)).toEqual(['user']);
  });

  test('after the end → the checkpoint fence belongs to nobody', async () => {
    const session = store.session();
    const run = await session.talk('hello', 'hi');
    expect(await store.redis.hget(sessionKey(session.threadId), 'fence')).toBe(`${epochOf(run)}:closed`);
  });
});

describe('an end that is refused writes nothing', () => {
  test.each([
    ['another attempt', { attempt: 2 }, { outcome: 'closed' }],
    ['another epoch', { epoch: 1 }, { outcome: 'closed' }],
    ['the log is longer than the worker knows', { last_seq: 2 }, { outcome: 'out_of_step', last_seq: 3 }],
    ['the log is shorter than the worker knows', { last_seq: 10 }, { outcome: 'out_of_step', last_seq: 3 }],
  ])('%s → refused, and the right one still ends it', async (_situation, wrong, expected) => {
    const session = store.session();
    const run = await session.chat('hello');
    const worker = await session.claim(run);
    await worker.says('a', 'b');
    const before = await session.log(run.run_id);
    expect(await worker.asks(cardOf(), wrong)).toEqual(expected);
    expect(await session.log(run.run_id)).toEqual(before);
    expect(await session.get()).toMatchObject({ active_run_id: run.run_id, awaiting_card: null });
    expect(await worker.completes()).toEqual({ outcome: 'ended' });
  });

  test('ended already → closed; the first terminal event stands alone', async () => {
    const session = store.session();
    const run = await session.chat('hello');
    const worker = await session.claim(run);
    await worker.completes();
    const before = await session.log(run.run_id);
    expect(await worker.completes()).toEqual({ outcome: 'closed' });
    expect(await worker.asks(cardOf())).toEqual({ outcome: 'closed' });
    expect(await worker.fails()).toEqual({ outcome: 'closed' });
    expect(await session.log(run.run_id)).toEqual(before);
    expect((await session.get()).awaiting_card).toBeNull();
  });
});
