import 'reflect-metadata';
import { Annotation, START, StateGraph } from '@langchain/langgraph';
import type { RunnableConfig } from '@langchain/core/runnables';
import { CheckpointFenced } from './checkpoint-fenced.js';
import { RedisCheckpointer } from './redis-checkpointer.js';
import { METADATA, big, checkpointOf } from './test/checkpoints.js';
import { Deferred } from './test/deferred.js';
import { RedisFixture } from './test/redis-fixture.js';

const redis = new RedisFixture();
const configFor = (fence?: string): RunnableConfig => ({ configurable: { thread_id: redis.threadId, parley_fence: fence } });

/** Tells when the writes of the node to the left, and the checkpoint they belong to, are acknowledged. */
class Observed extends RedisCheckpointer {
  readonly written = new Deferred<void>();
  private readonly stored = new Set<unknown>();
  private leftOf: unknown;

  override async put(...args: Parameters<RedisCheckpointer['put']>): Promise<RunnableConfig> {
    const config = await super.put(...args);
    this.stored.add(args[1].id);
    this.look();
    return config;
  }

  override async putWrites(...args: Parameters<RedisCheckpointer['putWrites']>): Promise<void> {
    await super.putWrites(...args);
    if (args[1].some(([channel]) => channel === 'left')) this.leftOf = args[0].configurable?.['checkpoint_id'];
    this.look();
  }

  private look(): void {
    if (this.stored.has(this.leftOf)) this.written.resolve();
  }
}

describe('a worker dies in a superstep', () => {
  const State = Annotation.Root({ left: Annotation<string>, right: Annotation<string> });
  const graphOf = (saver: RedisCheckpointer, left: () => string, right: () => Promise<string>) =>
    new StateGraph(State)
      .addNode('to the left', () => ({ left: left() }))
      .addNode('to the right', async () => ({ right: await right() }))
      .addEdge(START, 'to the left')
      .addEdge(START, 'to the right')
      .compile({ checkpointer: saver });

  it('one node was done, its sibling hung → the next attempt runs the sibling only, and what wakes up is refused', async () => {
    const lost = new Observed(redis.client, { keep: 1, fenced: true });
    const hanging = new Deferred<string>();
    await redis.raiseFence('17:1');
    const zombie = graphOf(
      lost,
      () => 'first attempt',
      () => hanging.promise,
    ).invoke({}, configFor('17:1'));
    await lost.written.promise;

    await redis.raiseFence('17:2');
    const successor = new RedisCheckpointer(redis.connect(), { keep: 1, fenced: true });
    const unexpected = jest.fn(() => 'second attempt');
    const graph = graphOf(successor, unexpected, async () => 'second attempt');
    const done = { left: 'first attempt', right: 'second attempt' };
    expect(await graph.invoke(null, configFor('17:2'))).toEqual(done);
    expect(unexpected).not.toHaveBeenCalled();

    hanging.resolve('first attempt');
    await expect(zombie).rejects.toThrow(CheckpointFenced);
    expect((await graph.getState(configFor())).values).toEqual(done);
  });

  it('its writes came before their checkpoint, which never came → gone when the next attempt writes', async () => {
    const saver = redis.saver({ fenced: true });
    await redis.raiseFence('17:1');
    const config = await saver.put(configFor('17:1'), checkpointOf({}), METADATA, {});
    const here = {
      configurable: { ...configFor('17:1').configurable, checkpoint_id: config.configurable?.['checkpoint_id'] as string },
    };
    await saver.putWrites(here, [['channel', 'of a checkpoint that is there']], 'task');
    await saver.putWrites({ configurable: { ...here.configurable, checkpoint_id: 'never-came' } }, [['channel', 'lost']], 'task');
    expect(await redis.fields('w')).toHaveLength(2);

    await redis.raiseFence('17:2');
    await saver.putWrites({ configurable: { ...here.configurable, parley_fence: '17:2' } }, [['channel', 'new']], 'other task');
    expect((await saver.getTuple(configFor()))?.pendingWrites).toEqual([
      ['other task', 'channel', 'new'],
      ['task', 'channel', 'of a checkpoint that is there'],
    ]);
    expect(await redis.fields('w')).toHaveLength(2);
  });
});

describe('writes and puts in flight', () => {
  it("a task's writes come before their checkpoint, and older checkpoints in between → kept", async () => {
    const saver = redis.saver({ fenced: true });
    await redis.raiseFence('17:1');
    const [first, second] = [checkpointOf({}), checkpointOf({})];
    const at = (id: string) => ({ configurable: { ...configFor('17:1').configurable, checkpoint_id: id } });
    await saver.putWrites(at(second.id), [['channel', 'early']], 'task');
    await saver.put(configFor('17:1'), first, METADATA, {});
    await saver.put(at(first.id), second, METADATA, {});
    expect((await saver.getTuple(configFor()))?.pendingWrites).toEqual([['task', 'channel', 'early']]);
  });

  it('a put follows writes without waiting for them → the writes of the old checkpoint do not outlive it', async () => {
    const saver = redis.saver();
    const first = await saver.put(configFor(), checkpointOf({}), METADATA, {});
    const many = Array.from({ length: 50 }, (_, n) => saver.putWrites(first, [['channel', big('w', 10_000)]], `task ${n}`));
    await Promise.all([...many, saver.put(first, checkpointOf({}), METADATA, {})]);
    expect(await redis.fields('w')).toEqual([]);
  });
});

describe('two runs overlap without a fence', () => {
  const forks = async (keep: number) => {
    const [saver, other] = [redis.saver({ keep }), new RedisCheckpointer(redis.connect(), { keep, fenced: false })];
    const root = await saver.put(configFor(), checkpointOf({ constant: big('c'), changing: big('0') }), METADATA, {
      constant: 1,
      changing: 1,
    });
    const of = (letter: string) => checkpointOf({ constant: big('c'), changing: big(letter) }, { versions: { changing: 2 } });
    const put = (by: RedisCheckpointer, letter: string) => by.put(root, of(letter), METADATA, { changing: 2 });
    return { saver, configs: await Promise.all([put(saver, 'a'), put(other, 'b')]) };
  };

  it('both give a channel the same version → each checkpoint has its own value', async () => {
    const { saver, configs } = await forks(Infinity);
    const values = await Promise.all(configs.map(async (config) => (await saver.getTuple(config))?.checkpoint.channel_values));
    expect(values).toEqual([
      { constant: big('c'), changing: big('a') },
      { constant: big('c'), changing: big('b') },
    ]);
  });

  it('keep 1, and the first made the parent of the second obsolete → the one that is left is whole', async () => {
    const { saver } = await forks(1);
    const left = (await saver.getTuple(configFor()))?.checkpoint.channel_values;
    expect(left).toEqual({ constant: big('c'), changing: expect.stringMatching(/^(a{1000}|b{1000})$/) as string });
    expect(await redis.fields('b')).toHaveLength(2);
  });
});

describe('Redis lost the checkpoint a run goes on from', () => {
  it('the next put → stores every value, also those that did not change', async () => {
    const saver = redis.saver();
    const values = { constant: big('c'), small: 1, none: null, changing: 'x' };
    const first = await saver.put(configFor(), checkpointOf(values), METADATA, { constant: 1, small: 1, none: 1, changing: 1 });
    await redis.client.flushall();
    await saver.put(first, checkpointOf({ ...values, changing: 'y' }), METADATA, { changing: 2 });
    expect((await saver.getTuple(configFor()))?.checkpoint.channel_values).toEqual({ ...values, changing: 'y' });
  });

  it('the script cache was lost as well → nobody notices', async () => {
    const saver = redis.saver();
    await saver.put(configFor(), checkpointOf({ channel: 'before' }), METADATA, { channel: 1 });
    await redis.client.script('FLUSH');
    await saver.put(configFor(), checkpointOf({ channel: 'after' }), METADATA, { channel: 1 });
    expect((await saver.getTuple(configFor()))?.checkpoint.channel_values).toEqual({ channel: 'after' });
  });

  it('only a value → an error, not a state with a hole', async () => {
    const saver = redis.saver();
    await saver.put(configFor(), checkpointOf({ channel: big('x') }), METADATA, { channel: 1 });
    await redis.client.hdel(redis.keys.bodies, ...(await redis.fields('b')));
    await expect(saver.getTuple(configFor())).rejects.toThrow('has lost the value of channel');
  });
});
