import 'reflect-metadata';
import { Annotation, Command, START, StateGraph, interrupt } from '@langchain/langgraph';
import { uuid6 } from '@langchain/langgraph-checkpoint';
import { METADATA, big, checkpointOf } from './test/checkpoints.js';
import { RedisFixture } from './test/redis-fixture.js';

const redis = new RedisFixture();
const configFor = (checkpointId?: string) => ({ configurable: { thread_id: redis.threadId, checkpoint_id: checkpointId } });

/** Two nodes side by side, a gate that asks, an answer; `facts` is large and stays as it is. */
function consultation(keep: number) {
  const State = Annotation.Root({
    message: Annotation<string>,
    facts: Annotation<string>,
    left: Annotation<string>,
    right: Annotation<string>,
    answer: Annotation<string>,
  });
  return new StateGraph(State)
    .addNode('to the left', ({ message }) => ({ left: `${message} ${big('l')}` }))
    .addNode('to the right', ({ message }) => ({ right: `${message} ${big('r')}` }))
    .addNode('gate', () => ({ answer: interrupt<string, string>('which?') }))
    .addEdge(START, 'to the left')
    .addEdge(START, 'to the right')
    .addEdge(['to the left', 'to the right'], 'gate')
    .compile({ checkpointer: redis.saver({ keep }) });
}

type Consultation = ReturnType<typeof consultation>;

async function turn(graph: Consultation, message: string): Promise<void> {
  await graph.invoke({ message }, configFor());
  await graph.invoke(new Command({ resume: `answer to ${message}` }), configFor());
}

async function size(): Promise<{ fields: number; members: number; bytes: number }> {
  const { bodies, index } = redis.keys;
  const bytes = await Promise.all([bodies, index].map((key) => redis.client.memory('USAGE', key, 'SAMPLES', 0)));
  return {
    fields: await redis.client.hlen(bodies),
    members: await redis.client.zcard(index),
    bytes: Number(bytes[0]) + Number(bytes[1]),
  };
}

describe('what stays of a thread', () => {
  it('keep 1, 50 turns with parallel nodes and an interrupt → as many fields and bytes as after the second', async () => {
    const graph = consultation(1);
    await turn(graph, '001');
    await turn(graph, '002');
    const early = await size();
    for (let n = 3; n <= 50; n += 1) await turn(graph, String(n).padStart(3, '0'));
    const late = await size();
    expect((await graph.getState(configFor())).values).toMatchObject({ message: '050', answer: 'answer to 050' });
    expect(late).toEqual({ fields: early.fields, members: early.members, bytes: expect.any(Number) as number });
    expect(late.bytes).toBeLessThan(early.bytes * 1.1);
    expect(await redis.fields('c')).toHaveLength(1);
  });

  it('keep 3 → the three written last, and every value one of them refers to, but none else', async () => {
    const saver = redis.saver({ keep: 3 });
    const ids = ['1', '2', '3', '4', '5'];
    let config = configFor();
    for (const [n, id] of ids.entries()) {
      const values = { constant: big('c'), changing: big(id) };
      const versions = { constant: 1, changing: n + 1 };
      const changed = n === 0 ? versions : { changing: n + 1 };
      config = {
        configurable: { ...(await saver.put(config, checkpointOf(values, { id, versions }), METADATA, changed)).configurable },
      } as never;
    }
    const field = (...parts: string[]) => parts.join('\u001f');
    expect(await redis.fields('c')).toEqual(['3', '4', '5'].map((id) => field('c', '', id)));
    expect(await redis.fields('b')).toEqual([
      field('b', '', '1', 'constant'),
      ...['3', '4', '5'].map((id) => field('b', '', id, 'changing')),
    ]);
    expect((await saver.getTuple(configFor('3')))?.checkpoint.channel_values).toEqual({ constant: big('c'), changing: big('3') });
  });

  it('a checkpoint is forgotten → its pending writes too', async () => {
    const saver = redis.saver({ keep: 1 });
    const first = await saver.put(configFor(), checkpointOf({}), METADATA, {});
    await saver.putWrites(first, [['channel', 'value']], 'task');
    expect(await redis.fields('w')).toHaveLength(1);
    await saver.put(first, checkpointOf({}), METADATA, {});
    expect(await redis.fields('w')).toEqual([]);
  });

  it('a put is sent twice by a reconnecting client → the same in Redis as after one', async () => {
    const saver = redis.saver({ keep: 1 });
    const first = await saver.put(configFor(), checkpointOf({ constant: big('c') }), METADATA, { constant: 1 });
    const second = checkpointOf({ constant: big('c'), changing: big('x') });
    const put = () => saver.put(first, second, METADATA, { changing: 1 });
    await put();
    const { checkpoint } = (await saver.getTuple(configFor()))!;
    await put();
    expect((await saver.getTuple(configFor()))!.checkpoint).toEqual(checkpoint);
    expect(await redis.fields('b')).toHaveLength(2);
    expect(await redis.client.zcard(redis.keys.index)).toBe(1);
  });

  it('a DeltaChannel where ancestors are forgotten → refused before state is lost', async () => {
    const metadata = { ...METADATA, counters_since_delta_snapshot: { log: [1, 1] as [number, number] } };
    await expect(redis.saver({ keep: 1 }).put(configFor(), checkpointOf({}), metadata, {})).rejects.toThrow(TypeError);
    await expect(redis.saver({ keep: Infinity }).put(configFor(), checkpointOf({}), metadata, {})).resolves.toBeDefined();
  });
});

describe('what is sent', () => {
  it('a channel of 100 kB does not change → a turn (both runs of it) sends less than 15 kB, turn after turn', async () => {
    const graph = consultation(1);
    const first = await redis.bytesSent(() => graph.invoke({ message: '001', facts: big('f', 100_000) }, configFor()));
    await graph.invoke(new Command({ resume: 'yes' }), configFor());
    const later: number[] = [];
    for (let n = 2; n <= 6; n += 1) later.push(await redis.bytesSent(() => turn(graph, String(n).padStart(3, '0'))));
    expect(first).toBeGreaterThan(100_000);
    expect(Math.max(...later)).toBeLessThan(15_000);
    expect((await graph.getState(configFor())).values).toMatchObject({ message: '006', facts: big('f', 100_000) });
  });
});

describe('a sub-graph', () => {
  const State = Annotation.Root({ message: Annotation<string>, inner: Annotation<string> });

  it('runs in a node, turn after turn, with keep 1 → its namespaces go with the checkpoint they belong to', async () => {
    const inner = new StateGraph(State)
      .addNode('work', () => ({ inner: big('i') }))
      .addEdge(START, 'work')
      .compile();
    const graph = new StateGraph(State)
      .addNode('sub-graph', inner)
      .addEdge(START, 'sub-graph')
      .compile({ checkpointer: redis.saver() });
    await graph.invoke({ message: '1' }, configFor());
    const early = await size();
    for (let n = 2; n <= 9; n += 1) await graph.invoke({ message: String(n) }, configFor());
    expect(await size()).toMatchObject({ fields: early.fields, members: early.members });
  });

  it('has begun when the put of the checkpoint it runs from comes → stays until that one is forgotten', async () => {
    const saver = redis.saver();
    const [first, second, third] = [checkpointOf({}), checkpointOf({}), checkpointOf({})];
    await saver.put(configFor(), first, METADATA, {});
    const inSubGraph = { configurable: { ...configFor().configurable, checkpoint_ns: 'sub-graph:task' } };
    await saver.put(inSubGraph, checkpointOf({}), { ...METADATA, parents: { '': second.id } }, {});
    await saver.put(configFor(first.id), second, METADATA, {});
    expect(await saver.getTuple(inSubGraph)).toBeDefined();
    await saver.put(configFor(second.id), third, METADATA, {});
    expect(await saver.getTuple(inSubGraph)).toBeUndefined();
  });

  it('asks, with keep 1 → the answer finds it where it stopped', async () => {
    let works = 0;
    const inner = new StateGraph(State)
      .addNode('work', () => ({ message: `worked ${(works += 1)}` }))
      .addNode('ask', () => ({ inner: interrupt<string, string>('which?') }))
      .addEdge(START, 'work')
      .addEdge('work', 'ask')
      .compile();
    const graph = new StateGraph(State)
      .addNode('sub-graph', inner)
      .addEdge(START, 'sub-graph')
      .compile({ checkpointer: redis.saver() });
    await graph.invoke({ message: 'hello' }, configFor());
    expect(await graph.invoke(new Command({ resume: 'this' }), configFor())).toEqual({ message: 'worked 1', inner: 'this' });
  });

  it('remembers (checkpointer: true), with keep 1 → it still knows at the next turn', async () => {
    const Memory = Annotation.Root({
      message: Annotation<string>,
      seen: Annotation<string[]>({ reducer: (seen, more) => [...seen, ...more], default: () => [] }),
    });
    const inner = new StateGraph(Memory)
      .addNode('remember', ({ message }) => ({ seen: [message] }))
      .addEdge(START, 'remember')
      .compile({ checkpointer: true });
    const seen: string[][] = [];
    const graph = new StateGraph(State)
      .addNode('ask inner', async ({ message }) => void seen.push((await inner.invoke({ message })).seen))
      .addEdge(START, 'ask inner')
      .compile({ checkpointer: redis.saver() });
    for (const message of ['1', '2', '3']) await graph.invoke({ message }, configFor());
    expect(seen).toEqual([['1'], ['1', '2'], ['1', '2', '3']]);
  });
});

describe('how long it stays', () => {
  const lifetimes = () => Promise.all([redis.client.ttl(redis.keys.bodies), redis.client.ttl(redis.keys.index)]);
  const expectRefreshed = async () => expect(await lifetimes()).toEqual([expect.closeTo(1000, -1), expect.closeTo(1000, -1)]);

  it.each(['put', 'putWrites', 'getTuple'] as const)('%s → both keys have their whole lifetime again', async (operation) => {
    const saver = redis.saver({ ttlS: 1000 });
    const config = await saver.put(configFor(), checkpointOf({}), METADATA, {});
    await expectRefreshed();
    await redis.client.expire(redis.keys.bodies, 500);
    await redis.client.expire(redis.keys.index, 500);
    if (operation === 'put') await saver.put(config, checkpointOf({}), METADATA, {});
    if (operation === 'putWrites') await saver.putWrites(config, [['channel', 'value']], 'task');
    if (operation === 'getTuple') await saver.getTuple(configFor());
    await expectRefreshed();
  });

  it('no lifetime is given → it stays for ever', async () => {
    await redis.saver().put(configFor(), checkpointOf({}), METADATA, {});
    expect(await lifetimes()).toEqual([-1, -1]);
  });

  it('a thread is deleted → its two keys are gone, its session and other threads are not', async () => {
    const saver = redis.saver();
    await redis.raiseFence('17:1');
    await saver.put(configFor(), checkpointOf({ channel: big('x') }), METADATA, { channel: 1 });
    await saver.put({ configurable: { thread_id: `${redis.threadId}-other` } }, checkpointOf({}), METADATA, {});
    await saver.deleteThread(redis.threadId);
    expect(await redis.client.exists(redis.keys.bodies, redis.keys.index)).toBe(0);
    expect(await redis.client.exists(redis.keys.session)).toBe(1);
    expect(await saver.getTuple({ configurable: { thread_id: `${redis.threadId}-other` } })).toBeDefined();
  });
});

describe('which one is the latest', () => {
  it('a machine whose clock is behind writes after another → what it wrote is the latest', async () => {
    const saver = redis.saver();
    const behind = checkpointOf({ who: 'behind' }, { id: uuid6(0) });
    const ahead = checkpointOf({ who: 'ahead' }, { id: uuid6(1) });
    await saver.put(configFor(), ahead, METADATA, { who: 1 });
    await saver.put(configFor(ahead.id), behind, METADATA, { who: 2 });
    expect((await saver.getTuple(configFor()))?.checkpoint.channel_values).toEqual({ who: 'behind' });
  });
});
