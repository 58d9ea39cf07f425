import { CONTROL_CHANNEL, envelopeLine, runChannel, sessionKey } from '@parley/contracts';
import { redisNow } from '../test/redis-now.js';
import type { TestStore } from '../test/test-store.js';
import { epochOf, newRunId } from '../test/turn-start-of.js';
import { useRedis } from '../test/use-redis.js';

const redis = useRedis();
let store: TestStore;
beforeAll(async () => (store = await redis.store()));

describe('what a chat message starts', () => {
  test('first message of an unknown session → the session is there, turn 1 is active', async () => {
    const session = store.session();
    const run = await session.chat('hello', { agent_id: 'loan-dispute', user_id: 'bob' });
    expect(run).toMatchObject({ outcome: 'started', turn: 1 });
    expect(await session.get()).toMatchObject({
      session_id: session.sessionId,
      ...{ agent_id: 'loan-dispute', title: 'hello', turn: 1, active_run_id: run.run_id, awaiting_card: null },
    });
  });

  test('later messages → turns 2, 3…; the session has the agent its latest message named', async () => {
    const session = store.session();
    await session.talk('one', 'first');
    await session.talk('two', 'second');
    expect(await session.chat('three', { agent_id: 'other' })).toMatchObject({ outcome: 'started', turn: 3 });
    expect(await session.get()).toMatchObject({ agent_id: 'other', turn: 3 });
  });

  test('message to a session made before → its title, matter and metadata stay', async () => {
    const session = store.session();
    await session.create({ title: 'T', matter_id: 'm', metadata: { deep: [[], 1e15] } });
    await session.chat('hello');
    expect(await session.get()).toMatchObject({ title: 'T', matter_id: 'm', metadata: { deep: [[], 1e15] }, turn: 1 });
  });

  test('a session without a title → called by its first message, and by no later one', async () => {
    const [made, unmade] = [store.session(), store.session()];
    await made.create({});
    for (const session of [made, unmade]) {
      await session.talk(' Ada owes me 🙂\nsince May', 'answer');
      await session.talk('and Bob', 'answer');
      expect(await session.get()).toMatchObject({ title: 'Ada owes me 🙂', turn: 2 });
    }
  });

  test('a session that has messages and no title, as an earlier version left it → none of its later messages gives it one', async () => {
    const session = store.session();
    await session.talk('first', 'answer');
    await store.redis.hset(sessionKey(session.threadId), 'title', '');
    await session.chat('second');
    expect(await session.get()).toMatchObject({ title: '', turn: 2 });
  });

  test('a started turn → the answer holds the job to enqueue, with its epoch', async () => {
    const session = store.session();
    const request = session.turnStart({ kind: 'chat', message: 'hello' }, {});
    const { handoff } = await store.call('turn.start', request);
    const { payload } = request.handoff;
    const epoch = Number(await store.redis.hget(sessionKey(session.threadId), 'epoch'));
    expect(handoff).toEqual({ ...request.handoff, payload: { ...payload, options: { ...payload.options, epoch } } });
  });

  test('a started turn → its log is the run event as number 1, byte for byte, and that was published', async () => {
    const session = store.session();
    const run_id = newRunId();
    const heard = await redis.hear(runChannel(run_id));
    await session.chat('hello', { run_id, agent_id: 'a "quoted" 名' });
    const data = { run_id, session_id: session.sessionId, turn: 1, agent_id: 'a "quoted" 名', kind: 'chat' } as const;
    const line = envelopeLine(run_id, 1, { event: 'run', data });
    expect(await session.log(run_id)).toEqual([line]);
    expect(await heard.message('"run"')).toBe(line);
  });

  test('text with control characters, quotes, emoji and half a surrogate pair → stored well-formed, nothing breaks', async () => {
    const session = store.session();
    const text = 'a"\r\n\u0000\u2028🙂\ud83d}';
    await session.chat(text, { user_id: 'u\ud83d' });
    expect((await session.messages()).items[0]?.content).toBe('a"\r\n\u0000\u2028🙂\ufffd}');
  });
});

describe('epochs', () => {
  test('a first turn → its epoch is the time of Redis in ms', async () => {
    const before = await redisNow(store.redis);
    const epoch = epochOf(await store.session().chat('hello'));
    expect(epoch).toBeGreaterThanOrEqual(before);
    expect(epoch).toBeLessThanOrEqual(await redisNow(store.redis));
  });

  test('turns within one millisecond → every epoch is greater than the one before', async () => {
    const session = store.session();
    const runs = await Promise.all(Array.from({ length: 20 }, () => session.chat('again')));
    const epochs = runs.map(epochOf).sort((a, b) => a - b);
    expect(new Set(epochs).size).toBe(20);
    expect(runs.map(({ turn }) => turn).sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
    const inTurnOrder = [...runs].sort((a, b) => a.turn - b.turn).map(epochOf);
    expect(inTurnOrder).toEqual(epochs);
  });

  test('Redis has a clock that went back → the epoch is one more than the last', async () => {
    const session = store.session();
    await session.talk('hello', 'hi');
    const ahead = (await redisNow(store.redis)) + 3_600_000;
    await store.redis.hset(sessionKey(session.threadId), 'epoch', ahead);
    expect(epochOf(await session.chat('again'))).toBe(ahead + 1);
  });
});

describe('the same start again', () => {
  test('same run id, nobody has taken it → joined, with the same job', async () => {
    const session = store.session();
    const request = session.turnStart({ kind: 'chat', message: 'hello' }, {});
    const first = await store.call('turn.start', request);
    expect(await store.call('turn.start', request)).toEqual({ ...first, outcome: 'joined' });
    expect((await session.messages()).items).toHaveLength(1);
  });

  test('same run id, a worker has it → joined, with no job to enqueue', async () => {
    const session = store.session();
    const request = session.turnStart({ kind: 'chat', message: 'hello' }, {});
    const first = await store.call('turn.start', request);
    await session.claim(first);
    expect(await store.call('turn.start', request)).toEqual({ outcome: 'joined', run_id: first.run_id, turn: 1 });
  });

  test('same run id at once, 20 times → started once', async () => {
    const session = store.session();
    const request = session.turnStart({ kind: 'chat', message: 'hello' }, {});
    const answers = await Promise.all(Array.from({ length: 20 }, () => store.call('turn.start', request)));
    expect(answers.filter(({ outcome }) => outcome === 'started')).toHaveLength(1);
    expect((await session.get()).turn).toBe(1);
  });
});

test('a resume for an agent with policies of its own → they are none of its business', async () => {
  const session = store.session();
  const { card_id } = await session.askedWith();
  const policies = { on_active_turn: 'enqueue', on_pending_card: 'answer', card_id } as const;
  const run = await session.resume([{ field_key: 'name', value: 'x' }], policies);
  expect(run).toMatchObject({ outcome: 'started' });
  expect(epochOf(run)).toBeGreaterThan(0);
});

test('a turn that starts with nothing active → nobody is told to stop', async () => {
  const heard = await redis.hear(CONTROL_CHANNEL);
  const session = store.session();
  await session.talk('hello', 'hi');
  const run = await session.chat('again');
  await session.abort();
  expect(await heard.message('cancel')).toBe(JSON.stringify({ type: 'cancel', run_id: run.run_id }));
  expect(heard.messages).toHaveLength(1);
});
