import { answer, cardOf, question } from '../test/test-card.js';
import { refusalOf, type TestStore } from '../test/test-store.js';
import { newRunId } from '../test/turn-start-of.js';
import { useRedis } from '../test/use-redis.js';

const redis = useRedis();
let store: TestStore;
beforeAll(async () => (store = await redis.store()));

const LI = [answer('name', 'Li')];

describe('a pending card', () => {
  test.each([
    ['with its card_id', true],
    ['without card_id', false],
  ])('answers %s → the turn goes on, and nothing is pending', async (_how, named) => {
    const session = store.session();
    const { card_id } = await session.askedWith();
    const run = await session.resume(LI, named ? { card_id } : {});
    expect(run).toMatchObject({ outcome: 'started', turn: 2 });
    expect(await session.get()).toMatchObject({ turn: 2, active_run_id: run.run_id, awaiting_card: null });
    expect((await session.messages()).items.at(-1)).toMatchObject({ role: 'user', content: '', turn: 2, answers: LI });
    const [line] = await session.log(run.run_id);
    expect(JSON.parse(line ?? '')).toMatchObject({ event: { event: 'run', data: { turn: 2, kind: 'resume' } } });
  });

  test('false, 0, "" and [] → reach the worker unchanged', async () => {
    const session = store.session();
    const values = { sure: false, count: 0, note: '', tags: [] };
    const questions = [
      question('sure', { input_type: 'boolean' }),
      question('count', { input_type: 'number' }),
      question('note'),
      question('tags', { input_type: 'multi_select', options: [{ value: 'a', label: 'A' }] }),
    ];
    await session.askedWith(cardOf(questions));
    const run = await session.resume(Object.entries(values).map(([key, value]) => answer(key, value)));
    expect((await session.claim(run)).claim.answers).toEqual([
      {
        turn: 2,
        chat_turn: 1,
        card_id: expect.any(String) as string,
        action: 'submit',
        items: [{ item_id: 'item-1', skill: 'skill-1', values }],
      },
    ]);
  });

  test('answers that do not fit → answers_invalid in the language of the request; the card stays, the right ones are taken', async () => {
    const session = store.session();
    const card = await session.askedWith();
    const { code, details } = await refusalOf(session.resume([answer('nmae', 'Li')], { language: 'zh' }));
    expect([code, details.errors]).toEqual([
      'answers_invalid',
      [
        { field_key: 'name', item_id: 'item-1', code: 'required', message: '此项必填。' },
        { field_key: 'nmae', code: 'unknown_key', message: '没有询问该项。' },
      ],
    ]);
    expect((await session.pendingCard()).card).toEqual(card);
    expect((await session.get()).turn).toBe(1);
    expect(await session.resume(LI)).toMatchObject({ outcome: 'started' });
  });

  test('cancel → the card is settled; the worker hears of every item, without values', async () => {
    const session = store.session();
    const { card_id } = await session.askedWith(cardOf([question('a')], [question('b')]));
    const run = await session.resume([], { card_id, action: 'cancel' });
    expect((await session.pendingCard()).has_pending_card).toBe(false);
    const { claim } = await session.claim(run);
    expect(claim.answers).toMatchObject([
      {
        action: 'cancel',
        items: [
          { item_id: 'item-1', values: {} },
          { item_id: 'item-2', values: {} },
        ],
      },
    ]);
  });

  test('a batch, one item answered → that one goes to the worker; the card is answered, the rest is asked anew', async () => {
    const session = store.session();
    const first = await session.askedWith(cardOf([question('a')], [question('b')]));
    const run = await session.resume([answer('b', 'x')]);
    const worker = await session.claim(run);
    expect(worker.claim.answers.map(({ items }) => items)).toEqual([
      [{ item_id: 'item-2', skill: 'skill-2', values: { b: 'x' } }],
    ]);
    const rest = cardOf([question('a')]);
    await worker.asks(rest);
    expect((await session.pendingCard()).card).toEqual(rest);
    expect(await session.resume([answer('b', 'x')], { card_id: first.card_id })).toMatchObject({
      outcome: 'joined',
      run_id: run.run_id,
    });
  });
});

describe('no such card', () => {
  test('a card_id that never was, a card is pending → card_stale with that card', async () => {
    const session = store.session();
    const card = await session.askedWith();
    const { code, details } = await refusalOf(session.resume(LI, { card_id: 'card-of-nobody' }));
    expect([code, details.card]).toEqual(['card_stale', card]);
  });

  test('a card_id with the name of a field in Redis → card_stale', async () => {
    const session = store.session();
    const { card_id } = await session.askedWith();
    expect((await refusalOf(session.resume(LI, { card_id: `${card_id}:body` }))).code).toBe('card_stale');
    expect((await refusalOf(session.resume(LI, { card_id: '' }))).code).toBe('card_stale');
  });

  test('the card of another session → card_stale', async () => {
    const { card_id } = await store.session().askedWith();
    const session = store.session();
    await session.talk('hello', 'hi');
    expect((await refusalOf(session.resume(LI, { card_id }))).code).toBe('card_stale');
  });

  test('no card pending and none named → no_pending_card', async () => {
    const session = store.session();
    await session.talk('hello', 'hi');
    expect((await refusalOf(session.resume(LI))).code).toBe('no_pending_card');
  });

  test('an unknown session → session_not_found, and nothing is created', async () => {
    const session = store.session();
    expect((await refusalOf(session.resume(LI, { run_id: newRunId() }))).code).toBe('session_not_found');
    expect(await session.keys()).toEqual([]);
  });
});
