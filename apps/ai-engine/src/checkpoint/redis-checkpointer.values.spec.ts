import 'reflect-metadata';
import { METADATA, big, checkpointOf } from './test/checkpoints.js';
import { RedisFixture } from './test/redis-fixture.js';

const redis = new RedisFixture();
const configFor = () => ({ configurable: { thread_id: redis.threadId } });

describe('values', () => {
  it.each([
    ['an empty list', []],
    ['an empty object', {}],
    ['a long number', 9007199254740991],
    ['a text with every kind of character', '\u0000\u001f\u2028 }{ ="\\ 借款 😀'],
    ['false', false],
    ['a list of values that are not JSON', [new Set([1]), new Map([['a', undefined]])]],
    ['bytes', new Uint8Array([0, 31, 58, 255])],
    ['many bytes', new Uint8Array(1000).fill(255)],
  ])('%s → comes back as it was, also when carried over', async (_, value) => {
    const saver = redis.saver();
    const first = await saver.put(configFor(), checkpointOf({ value, 'odd \u001f name': value }), METADATA, {
      value: 1,
      'odd \u001f name': 1,
    });
    await saver.putWrites(first, [['value', value]], 'task');
    expect(await saver.getTuple(configFor())).toMatchObject({ pendingWrites: [['task', 'value', value]] });
    await saver.put(first, checkpointOf({ value, 'odd \u001f name': value }), METADATA, {});
    expect((await saver.getTuple(configFor()))?.checkpoint.channel_values).toEqual({ value, 'odd \u001f name': value });
  });

  it('small values → lie in the checkpoint, without a field of their own', async () => {
    const values = { number: 1, none: null, yes: true, text: 'short', list: [1, 2] };
    await redis.saver().put(configFor(), checkpointOf(values), METADATA, { number: 1, none: 1, yes: 1, text: 1, list: 1 });
    expect((await redis.saver().getTuple(configFor()))?.checkpoint.channel_values).toEqual(values);
    expect(await redis.fields('b')).toEqual([]);
  });

  it('an interrupt is written again for a task → replaced; an ordinary write → the first stays', async () => {
    const saver = redis.saver();
    const config = await saver.put(configFor(), checkpointOf({}), METADATA, {});
    for (const n of [1, 2]) {
      await saver.putWrites(config, [['__interrupt__', n]], 'asking');
      await saver.putWrites(config, [['channel', n]], 'writing');
    }
    expect((await saver.getTuple(configFor()))?.pendingWrites).toEqual([
      ['asking', '__interrupt__', 2],
      ['writing', 'channel', 1],
    ]);
  });

  it('several tasks wrote, one of them often → in the order in which LangGraph applies writes, not in that of the calls or keys', async () => {
    const saver = redis.saver();
    const config = await saver.put(configFor(), checkpointOf({}), METADATA, {});
    await saver.putWrites(config, [['channel', 'last']], 'a', '~b');
    const often = Array.from({ length: 12 }, (_, n): [string, number] => ['channel', n]);
    await saver.putWrites(config, often, 'b', '~a');
    await saver.putWrites(config, [['channel', 'first']], 'c');
    const values = (await saver.getTuple(configFor()))?.pendingWrites?.map(([, , value]) => value);
    expect(values).toEqual(['first', ...Array(12).keys(), 'last']);
  });

  it('a channel that was never stored is handed over as unchanged → stored all the same', async () => {
    const saver = redis.saver();
    const first = await saver.put(configFor(), checkpointOf({ known: 'x' }), METADATA, { known: 1 });
    await saver.put(first, checkpointOf({ known: 'x', unknown: 'y' }), METADATA, {});
    expect((await saver.getTuple(configFor()))?.checkpoint.channel_values).toEqual({ known: 'x', unknown: 'y' });
  });

  it('a value without a version, a default nobody wrote → not stored', async () => {
    const saver = redis.saver();
    const checkpoint = { ...checkpointOf({ written: big('w'), untouched: big('d') }), channel_versions: { written: 1 } };
    await saver.put(
      await saver.put(configFor(), checkpoint, METADATA, { written: 1 }),
      { ...checkpoint, id: 'next' },
      METADATA,
      {},
    );
    expect((await saver.getTuple(configFor()))?.checkpoint.channel_values).toEqual({ written: big('w') });
  });
});
