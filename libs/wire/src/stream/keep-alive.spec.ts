import type { NumberedEvent } from '@parley/contracts';
import { ManualTimers, settled } from '../test/manual-timers.js';
import { PushSource, collect } from '../test/push-source.js';
import { end } from '../test/run-events.js';
import { untilTerminal } from './check-order.js';
import { KEEP_ALIVE, keepAlive } from './keep-alive.js';

const EVERY_MS = 100;
const DONE = { done: true, value: undefined };

function setUp() {
  const source = new PushSource<string>();
  const timers = new ManualTimers();
  return { source, timers, stream: keepAlive(source, EVERY_MS, timers.start) };
}

describe('keep-alives', () => {
  it('silence → one per interval, from the first wait on; an item starts the count anew', async () => {
    const { source, timers, stream } = setUp();
    const got: unknown[] = [];
    const reading = (async () => {
      for await (const item of stream) got.push(item === KEEP_ALIVE ? '-' : item);
    })();
    await settled();
    await timers.advance(99);
    expect(got).toEqual([]);
    await timers.advance(1);
    await timers.advance(100);
    expect(got).toEqual(['-', '-']);
    await timers.advance(60);
    source.push('a');
    await settled();
    await timers.advance(60);
    expect(got).toEqual(['-', '-', 'a']);
    await timers.advance(40);
    expect(got).toEqual(['-', '-', 'a', '-']);
    source.push('b');
    source.end();
    await reading;
    expect(got).toEqual(['-', '-', 'a', '-', 'b']);
    expect(timers.running).toBe(0);
  });

  it('a consumer that takes its time → no item is fetched ahead and no timer runs', async () => {
    const { source, timers, stream } = setUp();
    source.push('a');
    source.push('b');
    expect(timers.running).toBe(0);
    expect(await stream.next()).toEqual({ done: false, value: 'a' });
    await timers.advance(1000);
    expect([source.pulls, timers.running]).toEqual([1, 0]);
    expect(await stream.next()).toEqual({ done: false, value: 'b' });
  });

  it('an item that came between two waits → delivered, none lost to the keep-alive', async () => {
    const { source, timers, stream } = setUp();
    const first = stream.next();
    await settled();
    await timers.advance(100);
    expect(await first).toEqual({ done: false, value: KEEP_ALIVE });
    source.push('a');
    source.push('b');
    expect(await stream.next()).toEqual({ done: false, value: 'a' });
    expect(await stream.next()).toEqual({ done: false, value: 'b' });
  });

  it('the source fails while the consumer holds a keep-alive → the next wait gets the failure', async () => {
    const { source, timers, stream } = setUp();
    const first = stream.next();
    await settled();
    await timers.advance(100);
    await first;
    source.fail(new Error('broken'));
    await settled();
    await expect(stream.next()).rejects.toThrow('broken');
    expect(timers.running).toBe(0);
  });
});

describe('a kept-alive stream that is over has no timer, however it ended', () => {
  type Way = [
    situation: string,
    finish: (setUp: { source: PushSource<string>; stream: AsyncIterableIterator<unknown> }) => Promise<unknown>,
  ];
  const WAYS: Way[] = [
    ['its source ended', async ({ source }) => source.end()],
    ['its source failed', async ({ source }) => source.fail(new Error('broken'))],
    ['it was returned', async ({ stream }) => stream.return?.()],
    ['it was thrown into', async ({ stream }) => expect(stream.throw?.(new Error('given up'))).rejects.toThrow('given up')],
  ];

  it.each(WAYS)('%s while a next waited', async (_, finish) => {
    const { source, timers, stream } = setUp();
    const waiting = collect(stream);
    await settled();
    expect(timers.running).toBe(1);
    await finish({ source, stream });
    await waiting;
    expect(timers.running).toBe(0);
    expect(await stream.next()).toEqual(DONE);
    expect([timers.running, source.pulls]).toEqual([0, 1]);
  });

  it('it was returned after a keep-alive, its source still silent → the source is returned', async () => {
    const { source, timers, stream } = setUp();
    const first = stream.next();
    await settled();
    await timers.advance(100);
    await first;
    await stream.return?.();
    expect([timers.running, source.returns]).toEqual([0, 1]);
  });

  it('its run ended, but the source lingers → nothing after the terminal event', async () => {
    const source = new PushSource<NumberedEvent[]>();
    const timers = new ManualTimers();
    source.push([end(1)]);
    expect(await collect(keepAlive(untilTerminal(source), EVERY_MS, timers.start))).toEqual({ items: [[end(1)]] });
    expect([timers.running, source.returns]).toEqual([0, 1]);
  });
});
