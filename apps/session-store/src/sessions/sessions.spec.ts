import { refusalOf, type TestStore } from '../test/test-store.js';
import { newRunId } from '../test/turn-start-of.js';
import { epochOf } from '../test/turn-start-of.js';
import { useRedis } from '../test/use-redis.js';

const redis = useRedis();
let store: TestStore;
beforeAll(async () => (store = await redis.store()));

const RFC_3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

describe('session.create', () => {
  test('a new id → created, with what was given and nothing else', async () => {
    const session = store.session();
    const given = { title: '借款', matter_id: 'm-1', metadata: { a: [], b: { c: 9007199254740991 } } };
    expect(await session.create(given)).toEqual({
      created: true,
      session: {
        ...{ session_id: session.sessionId, agent_id: 'echo', ...given, turn: 0, active_run_id: null, awaiting_card: null },
        ...{ created_at: expect.stringMatching(RFC_3339) as string, updated_at: expect.stringMatching(RFC_3339) as string },
      },
    });
    expect(Object.keys((await store.session().create()).session)).not.toContain('metadata');
  });

  test('an id that exists → the session as it is, unchanged', async () => {
    const session = store.session();
    const { session: first } = await session.create({ title: 'first' });
    expect(await session.create({ title: 'second' })).toEqual({ created: false, session: first });
  });

  test('an id that its first message made → the session as it is', async () => {
    const session = store.session();
    await session.chat('hello');
    expect(await session.create({ title: 'late' })).toMatchObject({ created: false, session: { title: 'hello', turn: 1 } });
  });

  test('created twice at once, through two replicas → one created it, both get the same', async () => {
    const other = await redis.store();
    const session = store.session();
    const both = await Promise.all([session.create({ title: 'a' }), session.through(other).create({ title: 'b' })]);
    expect(both.map(({ created }) => created).sort()).toEqual([false, true]);
    expect(both[0].session).toEqual(both[1].session);
  });
});

describe('turn.find', () => {
  test('no run named → the active one, with its job while nobody has it', async () => {
    const session = store.session();
    await session.talk('hello', 'hi');
    const run = await session.chat('again');
    const head = { run_id: run.run_id, turn: 2, status: 'open', last_seq: 1, epoch: epochOf(run) };
    expect(await session.find()).toEqual({ ...head, attempt: 0, handoff: run.handoff });
    await session.claim(run);
    expect(await session.find()).toEqual({ ...head, attempt: 1 });
  });

  test('nothing is active → the latest; a named one → that', async () => {
    const session = store.session();
    const first = await session.talk('hello', 'hi');
    const second = await session.talk('again', 'hi');
    expect(await session.find()).toMatchObject({ run_id: second.run_id, turn: 2, status: 'closed', last_seq: 3, attempt: 1 });
    expect(await session.find(first.run_id)).toMatchObject({ run_id: first.run_id, turn: 1, status: 'closed' });
  });

  test('a session that had no run, and a run it never had → run_expired; an unknown session → session_not_found', async () => {
    const session = store.session();
    expect((await refusalOf(session.find())).code).toBe('session_not_found');
    await session.create();
    expect((await refusalOf(session.find())).code).toBe('run_expired');
    const elsewhere = await store.session().chat('hello');
    expect((await refusalOf(session.find(elsewhere.run_id))).code).toBe('run_expired');
    expect((await refusalOf(session.find(newRunId()))).code).toBe('run_expired');
  });
});

test('the same session id under another tenant → another session', async () => {
  const session = store.session();
  await session.talk('hello', 'hi');
  const namesake = store.session(session.sessionId, 'tenant:{2}');
  expect((await refusalOf(namesake.get())).code).toBe('session_not_found');
  await namesake.chat('mine');
  expect((await namesake.messages()).items.map(({ content }) => content)).toEqual(['mine']);
  expect((await session.get()).turn).toBe(1);
});
