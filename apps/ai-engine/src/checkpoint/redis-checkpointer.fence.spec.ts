import 'reflect-metadata';
import { Annotation, Command, END, START, StateGraph, interrupt } from '@langchain/langgraph';
import type { RunnableConfig } from '@langchain/core/runnables';
import type { Redis } from 'ioredis';
import { CheckpointFenced } from './checkpoint-fenced.js';
import { RedisCheckpointer } from './redis-checkpointer.js';
import { METADATA, checkpointOf } from './test/checkpoints.js';
import { RedisFixture } from './test/redis-fixture.js';

const redis = new RedisFixture();
const State = Annotation.Root({ first: Annotation<string>, second: Annotation<string> });
const configFor = (fence?: string): RunnableConfig => ({ configurable: { thread_id: redis.threadId, parley_fence: fence } });

/** Notes the fence that LangGraph handed to each write, and the namespaces it wrote to. */
class Noting extends RedisCheckpointer {
  readonly fences = { put: new Set<unknown>(), putWrites: new Set<unknown>() };
  readonly namespaces = new Set<unknown>();

  constructor(client: Redis) {
    super(client, { keep: 1, fenced: true });
  }

  override put(...args: Parameters<RedisCheckpointer['put']>) {
    this.fences.put.add(args[0].configurable?.['parley_fence']);
    this.namespaces.add(args[0].configurable?.['checkpoint_ns']);
    return super.put(...args);
  }

  override putWrites(...args: Parameters<RedisCheckpointer['putWrites']>) {
    this.fences.putWrites.add(args[0].configurable?.['parley_fence']);
    return super.putWrites(...args);
  }
}

function graphOf(
  saver: RedisCheckpointer,
  first: () => Promise<string> | string,
  second: () => Promise<string> | string = () => 'two',
) {
  return new StateGraph(State)
    .addNode('one', async () => ({ first: await first() }))
    .addNode('two', async () => ({ second: await second() }))
    .addEdge(START, 'one')
    .addEdge('one', 'two')
    .addEdge('two', END)
    .compile({ checkpointer: saver });
}

describe('the fence in a real graph', () => {
  it('a run, an interrupt, its resume and an update of the state → each of their writes carries the fence', async () => {
    const saver = new Noting(redis.client);
    const graph = graphOf(
      saver,
      () => 'one',
      () => interrupt<string, string>('which?'),
    );
    await redis.raiseFence('17:1');
    await graph.invoke({}, configFor('17:1'));
    await redis.raiseFence('18:1');
    await graph.invoke(new Command({ resume: 'this' }), configFor('18:1'));
    await redis.raiseFence('19:1');
    await graph.updateState(configFor('19:1'), { first: 'changed' });

    expect((await graph.getState(configFor())).values).toEqual({ first: 'changed', second: 'this' });
    expect(saver.fences.put).toEqual(new Set(['17:1', '18:1', '19:1']));
    expect(saver.fences.putWrites).toEqual(new Set(['17:1', '18:1', '19:1']));
  });

  it('a sub-graph in a node → its own writes carry the fence too', async () => {
    const saver = new Noting(redis.client);
    const inner = new StateGraph(State)
      .addNode('inner', () => ({ first: 'inner' }))
      .addEdge(START, 'inner')
      .compile();
    const outer = new StateGraph(State).addNode('outer', inner).addEdge(START, 'outer').compile({ checkpointer: saver });
    await redis.raiseFence('17:1');
    await outer.invoke({}, configFor('17:1'));
    expect([...saver.namespaces]).toEqual(['', expect.stringMatching(/^outer:/)]);
    expect(saver.fences).toEqual({ put: new Set(['17:1']), putWrites: new Set(['17:1']) });
  });

  it('another attempt takes the thread while a node runs → the run ends with CheckpointFenced and leaves no trace', async () => {
    let afterTakeOver: unknown;
    const graph = graphOf(redis.saver({ fenced: true }), async () => {
      await redis.raiseFence('17:2');
      afterTakeOver = await redis.dump();
      return 'zombie';
    });
    await redis.raiseFence('17:1');
    const refused = graph.invoke({}, { ...configFor('17:1'), durability: 'sync' });
    await expect(refused).rejects.toThrow(CheckpointFenced);
    await expect(refused).rejects.toMatchObject({ code: 'checkpoint_fenced', threadId: redis.threadId, fence: '17:1' });
    expect(await redis.dump()).toEqual(afterTakeOver);
  });
});

describe('the fence of a single write', () => {
  const write = {
    put: (saver: RedisCheckpointer, fence?: string) =>
      saver.put(configFor(fence), checkpointOf({ channel: 'new' }), METADATA, { channel: 1 }),
    putWrites: (saver: RedisCheckpointer, fence?: string) =>
      saver.putWrites({ configurable: { ...configFor(fence).configurable, checkpoint_id: 'any' } }, [['channel', 'new']], 'task'),
  };

  describe.each(['put', 'putWrites'] as const)('%s', (operation) => {
    it.each([
      ['an older attempt', '17:1'],
      ['a newer attempt', '17:3'],
      ['an older epoch', '16:2'],
      ['a newer epoch', '18:2'],
      ['a longer attempt', '17:20'],
      ['a leading zero', '017:2'],
    ])('%s than the session has → refused, nothing written', async (_, fence) => {
      const saver = redis.saver({ fenced: true });
      await redis.raiseFence('17:2');
      await saver.put(configFor('17:2'), checkpointOf({ channel: 'owner' }), METADATA, { channel: 1 });
      const before = await redis.dump();
      await expect(write[operation](saver, fence)).rejects.toThrow(CheckpointFenced);
      expect(await redis.dump()).toEqual(before);
    });

    it('no session → refused, nothing written', async () => {
      await expect(write[operation](redis.saver({ fenced: true }), '17:1')).rejects.toThrow(CheckpointFenced);
      expect(await redis.client.exists(redis.keys.bodies, redis.keys.index)).toBe(0);
    });

    it('exactly the fence of the session → written', async () => {
      await redis.raiseFence('17:2');
      await write[operation](redis.saver({ fenced: true }), '17:2');
      expect(await redis.client.exists(redis.keys.bodies, redis.keys.index)).toBe(2);
    });

    it.each([undefined, '', '17', '17:2:3'])(
      'the writer names %p as its fence → a programming error, not an outcome',
      async (fence) => {
        await redis.raiseFence(fence ?? '');
        await expect(write[operation](redis.saver({ fenced: true }), fence)).rejects.toThrow(TypeError);
        expect(await redis.client.exists(redis.keys.bodies, redis.keys.index)).toBe(0);
      },
    );

    it('the saver is not fenced → written whatever the session says', async () => {
      await redis.raiseFence('17:2');
      await write[operation](redis.saver({ fenced: false }));
      expect(await redis.client.exists(redis.keys.bodies, redis.keys.index)).toBe(2);
    });
  });
});
