import { sessionKey, sessionsIndexKey, type Page, type Session, type SessionList } from '@parley/contracts';
import type { TestSession } from '../test/test-session.js';
import { refusalOf, type TestStore } from '../test/test-store.js';
import { useRedis } from '../test/use-redis.js';

const redis = useRedis();
let store: TestStore;
let tenants = 0;
let tenantId: string;
beforeAll(async () => (store = await redis.store()));
beforeEach(() => (tenantId = `tenant ${(tenants += 1)}`));

const newSession = (id?: string): TestSession => store.session(id, tenantId);
const list = (request: Partial<SessionList> = {}): Promise<Page<Session>> =>
  store.call('session.list', { tenant_id: tenantId, owner: '-', limit: 100, ...request });
const ids = ({ items }: Page<Session>): string[] => items.map(({ session_id }) => session_id);
const idsOf = (sessions: TestSession[]): string[] => sessions.map(({ sessionId }) => sessionId);

/** Sessions of which each was changed later than the one before, by Redis's clock. */
async function changedInARow(count: number): Promise<TestSession[]> {
  const sessions = Array.from({ length: count }, () => newSession());
  for (const [index, session] of sessions.entries()) {
    await session.create();
    await setUpdatedAt(session, Date.now() + index * 10);
  }
  return sessions;
}

async function setUpdatedAt(session: TestSession, ms: number): Promise<void> {
  await store.redis.hset(sessionKey(session.threadId), 'updated_at', ms);
  for (const userId of [undefined, 'ann']) await store.redis.zadd(sessionsIndexKey(tenantId, '-', userId), ms, session.sessionId);
}

test('sessions created, talked to, asked in and ended → latest change first, each as session.get says', async () => {
  const [first, second, third] = [newSession(), newSession(), newSession()];
  await first.create();
  await second.create();
  await third.askedWith();
  await setUpdatedAt(third, Date.now() - 2000);
  await setUpdatedAt(second, Date.now() - 1000);
  await setUpdatedAt(first, Date.now() - 3000);
  await first.chat('hello');
  const page = await list();
  expect(ids(page)).toEqual(idsOf([first, second, third]));
  expect(page.items).toEqual([await first.get(), await second.get(), await third.get()]);
  expect(page.next_cursor).toBeNull();
});

test.each<[string, (session: TestSession) => Promise<unknown>]>([
  ['completed', async (session) => (await session.claim(await session.chat('x'))).completes()],
  ['asked', (session) => session.askedWith()],
  ['was aborted', async (session) => session.chat('x').then(() => session.abort())],
  ['was closed', async (session) => session.close((await session.chat('x')).run_id, { attempt: 0 })],
])('a turn %s → its session has moved up by then', async (_how, live) => {
  const session = newSession();
  await live(session);
  const score = Number(await store.redis.zscore(sessionsIndexKey(tenantId, '-', 'ann'), session.sessionId));
  expect(new Date(score).toISOString()).toBe((await session.get()).updated_at);
});

test.each([1, 2, 3, 7, 100])('pages of %d → joined they are the whole list, and the last one has no cursor', async (limit) => {
  const sessions = await changedInARow(7);
  const joined = [];
  let cursor: string | null = null;
  do {
    const page: Page<Session> = await list({ limit, cursor: cursor ?? undefined });
    joined.push(...ids(page));
    cursor = page.next_cursor;
  } while (cursor !== null);
  expect(joined).toEqual(idsOf(sessions).reverse());
});

test('many sessions changed in one millisecond → pages cut between them, none is lost or doubled', async () => {
  const sessions = Array.from({ length: 9 }, (_, index) => newSession(`same-${tenants}-${index}`));
  const at = Date.now();
  for (const session of sessions) {
    await session.create();
    await setUpdatedAt(session, at);
  }
  const joined = [];
  let cursor: string | null = null;
  do {
    const page: Page<Session> = await list({ limit: 2, cursor: cursor ?? undefined });
    joined.push(...ids(page));
    cursor = page.next_cursor;
  } while (cursor !== null);
  expect(joined).toEqual(idsOf(sessions).reverse());
});

test('a user is named → only the sessions that name this user', async () => {
  const [ann, bob] = [newSession(), newSession()];
  await ann.create({ user_id: 'ann' });
  await bob.chat('hello', { user_id: 'bob:{x}' });
  expect(ids(await list({ user_id: 'ann' }))).toEqual([ann.sessionId]);
  expect(ids(await list({ user_id: 'bob:{x}' }))).toEqual([bob.sessionId]);
  expect(ids(await list({ user_id: 'nobody' }))).toEqual([]);
  expect(ids(await list()).sort()).toEqual(idsOf([ann, bob]).sort());
});

test('two users create one id at once → it is in the list of the one who did, and of no other', async () => {
  const other = await redis.store();
  for (let n = 0; n < 20; n += 1) {
    const session = newSession();
    await Promise.all([session.create({ user_id: 'ann' }), session.through(other).chat('hello', { user_id: 'bob' })]);
    const owner = await store.redis.hget(sessionKey(session.threadId), 'user_id');
    for (const user_id of ['ann', 'bob'])
      expect(ids(await list({ user_id })).includes(session.sessionId)).toBe(user_id === owner);
  }
});

test('another tenant, another owner → other lists', async () => {
  await newSession().create();
  expect(ids(await list({ tenant_id: `${tenantId}x` }))).toEqual([]);
  expect(ids(await list({ owner: 'ann' }))).toEqual([]);
});

test('the process died between a change and the index → the next list puts it right', async () => {
  const [old, recent] = [newSession(), newSession()];
  await old.create();
  await recent.create();
  const changedAt = Date.now() + 5000;
  await store.redis.hset(sessionKey(old.threadId), 'updated_at', changedAt);
  await list();
  expect(ids(await list())).toEqual(idsOf([old, recent]));
  expect(await store.redis.zscore(sessionsIndexKey(tenantId, '-'), old.sessionId)).toBe(String(changedAt));
});

test('the index can not be written after a turn has started → the turn has started all the same', async () => {
  const session = newSession();
  await session.create();
  await store.redis.set(sessionsIndexKey(tenantId, '-'), 'no sorted set');
  expect(await session.talk('hello', 'hi')).toMatchObject({ outcome: 'started', turn: 1 });
  expect((await session.messages()).items).toHaveLength(2);
});

test('an overdue turn in the list → closed on the way', async () => {
  const session = newSession();
  await session.chat('hello', { queue_timeout_ms: 0 });
  expect((await list()).items).toMatchObject([{ active_run_id: null }]);
});

describe('entries without a session', () => {
  const index = () => sessionsIndexKey(tenantId, '-');

  test('lapsed long ago → left out, the page goes on behind it, and the entry is taken away', async () => {
    const sessions = await changedInARow(3);
    await store.redis.zadd(index(), Date.now() - 3_600_000, 'gone');
    const [oldest] = sessions;
    if (oldest) await setUpdatedAt(oldest, Date.now() - 7_200_000);
    const first = await list({ limit: 3 });
    expect(ids(first)).toHaveLength(2);
    expect(ids(await list({ limit: 3, cursor: first.next_cursor ?? '' }))).toEqual([oldest?.sessionId]);
    expect(await store.redis.zscore(index(), 'gone')).toBeNull();
  });

  test('announced just now, its session comes in a moment → left out, and the entry stays', async () => {
    await store.redis.zadd(index(), Date.now(), 'coming');
    expect(ids(await list())).toEqual([]);
    expect(await store.redis.zscore(index(), 'coming')).not.toBeNull();
  });

  test('older than any session may be → gone with the next change of another session', async () => {
    await newSession().create();
    await store.redis.zadd(index(), 1000, 'ancient');
    await newSession().chat('hello');
    expect(await store.redis.zscore(index(), 'ancient')).toBeNull();
  });
});

test.each(['', 'x', '5', '-a', '5-', '5-a b', '99999999999999999999-a'])('cursor "%s" → validation_failed', async (cursor) => {
  const { code, details } = await refusalOf(list({ cursor }));
  expect([code, details.errors]).toEqual(['validation_failed', [expect.objectContaining({ path: 'cursor' })]]);
});
