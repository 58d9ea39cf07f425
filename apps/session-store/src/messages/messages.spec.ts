import { answer, cardOf } from '../test/test-card.js';
import { refusalOf, type TestStore } from '../test/test-store.js';
import { useRedis } from '../test/use-redis.js';

const redis = useRedis();
let store: TestStore;
beforeAll(async () => (store = await redis.store()));

test('a consultation with a card, a failure and a stop → every message in order, each in its exact shape', async () => {
  const session = store.session();
  const asked = await session.chat('one');
  const asking = await session.claim(asked);
  await asking.says('Tell me:');
  const card = cardOf();
  await asking.asks(card);
  const resumed = await session.resume([answer('name', 'Li', 'item-1')]);
  const broken = await session.claim(resumed);
  await broken.says('Hello L');
  await broken.fails();
  const stopped = await session.chat('two');
  await (await session.claim(stopped)).says('cut');
  await session.abort();

  const { items, next_cursor } = await session.messages();
  const user = (run: typeof asked) => ({
    message_id: `${run.run_id}-user`,
    role: 'user',
    turn: run.turn,
    run_id: run.run_id,
    created_at: expect.any(String) as string,
  });
  const assistant = (run: typeof asked) => ({ ...user(run), message_id: `${run.run_id}-assistant`, role: 'assistant' });
  expect(items).toEqual([
    { ...user(asked), content: 'one' },
    { ...assistant(asked), content: 'Tell me:', card },
    { ...user(resumed), content: '', answers: [{ field_key: 'name', value: 'Li', item_id: 'item-1' }] },
    { ...assistant(resumed), content: 'Hello L', failed: true },
    { ...user(stopped), content: 'two' },
    { ...assistant(stopped), content: 'cut', preempted: true },
  ]);
  expect(next_cursor).toBeNull();
  expect(items.every(({ created_at }) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(created_at))).toBe(true);
});

test('a turn is under way → its user message is there, its answer is not', async () => {
  const session = store.session();
  await (await session.claim(await session.chat('hello'))).says('so far');
  expect((await session.messages()).items.map(({ content }) => content)).toEqual(['hello']);
});

test.each([1, 2, 3, 5, 100])('pages of %d → joined they are the whole list, and the last one has no cursor', async (limit) => {
  const session = store.session();
  for (let n = 1; n <= 12; n += 1) await session.talk(`m${n}`, `a${n}`);
  const whole = await session.messages(100);
  const joined = [];
  let cursor: string | null = null;
  do {
    const page: typeof whole = await session.messages(limit, cursor ?? undefined);
    expect(page.items.length).toBeLessThanOrEqual(limit);
    joined.push(...page.items);
    cursor = page.next_cursor;
  } while (cursor !== null);
  expect(whole.items).toHaveLength(24);
  expect(joined).toEqual(whole.items);
});

test('the page ends with the list → no cursor to an empty page', async () => {
  const session = store.session();
  await session.talk('hello', 'hi');
  expect((await session.messages(2)).next_cursor).toBeNull();
});

test.each(['', '1', '1-2', '-', '+', '(1-0', '1-0 COUNT 5', '1234567890123456-0'])(
  'cursor "%s" → validation_failed',
  async (cursor) => {
    const session = store.session();
    await session.talk('hello', 'hi');
    const { code, details } = await refusalOf(session.messages(10, cursor));
    expect([code, details.errors]).toEqual(['validation_failed', [expect.objectContaining({ path: 'cursor' })]]);
  },
);

test('a session without messages → an empty list; an unknown one → session_not_found', async () => {
  const session = store.session();
  expect((await refusalOf(session.messages())).code).toBe('session_not_found');
  await session.create();
  expect(await session.messages()).toEqual({ items: [], next_cursor: null });
});
