import type { NumberedEvent } from '@parley/contracts';
import { PushSource, collect, sourceOf } from '../test/push-source.js';
import { untilTerminal } from './check-order.js';
import { decorate, mapEach } from './decorate.js';

const identity = <T>(source: AsyncIterable<T>) => mapEach(source, (item) => item);
const DONE = { done: true, value: undefined };

describe('a decorated stream', () => {
  it('items, end → passed on', async () => {
    expect(await collect(mapEach(sourceOf([1, 2, 3]), (n) => n * 2))).toEqual({ items: [2, 4, 6] });
  });

  it('the source fails → the failure, and nothing is returned that is over', async () => {
    const source = new PushSource<number>();
    source.push(1);
    source.fail(new Error('broken'));
    const stream = identity(source);
    expect(await collect(stream)).toEqual({ items: [1], error: new Error('broken') });
    await stream.return?.();
    expect(source.returns).toBe(0);
  });

  it('the body fails → the failure, and the source is returned', async () => {
    const source = new PushSource<number>();
    source.push(1);
    const stream = mapEach(source, () => {
      throw new Error('no such item');
    });
    expect(await collect(stream)).toEqual({ items: [], error: new Error('no such item') });
    expect(source.returns).toBe(1);
  });

  it('return while a next waits, through three decorators → both are done and the source is returned once', async () => {
    const source = new PushSource<number>();
    const stream = identity(identity(identity(source)));
    const waiting = stream.next();
    await source.pulled();
    expect(await stream.return?.()).toEqual(DONE);
    expect(await waiting).toEqual(DONE);
    expect(source.returns).toBe(1);
    expect(await stream.next()).toEqual(DONE);
    await stream.return?.();
    expect([source.returns, source.pulls]).toEqual([1, 1]);
  });

  it('return while a next waits on a generator that never answers → the waiting next is done at once', async () => {
    const deaf = (async function* (): AsyncGenerator<number, void> {
      await new Promise(() => undefined);
      yield 1;
    })();
    const stream = identity(deaf);
    const waiting = stream.next();
    void stream.return?.();
    expect(await waiting).toEqual(DONE);
  });

  it('return while a next waits, the body reports failures and ends with a word of its own → nothing is reported or said', async () => {
    const source = new PushSource<number>();
    const reported: unknown[] = [];
    let unwound = 0;
    const stream = decorate(source, async function* (input) {
      try {
        for await (const item of input) yield item;
      } catch (error) {
        reported.push(error);
      } finally {
        unwound += 1;
      }
      yield 0;
    });
    const waiting = stream.next();
    await source.pulled();
    await stream.return?.();
    expect([await waiting, await stream.next(), reported, unwound]).toEqual([DONE, DONE, [], 1]);
  });

  it('return while a next waits, the body complains about an early end → the complaint is dropped', async () => {
    const source = new PushSource<NumberedEvent[]>();
    const stream = untilTerminal(source);
    const waiting = stream.next();
    await source.pulled();
    await stream.return?.();
    expect(await waiting).toEqual(DONE);
  });

  it('return before the first next → the source is returned, the body never starts', async () => {
    const source = new PushSource<number>();
    const stream = identity(source);
    await stream.return?.();
    expect([source.pulls, source.returns]).toEqual([0, 1]);
  });

  it('leaving a loop → the body unwinds and the source is returned once', async () => {
    const source = new PushSource<number>();
    source.push(1);
    let unwound = 0;
    const stream = decorate(source, async function* (input) {
      try {
        for await (const item of input) yield item;
      } finally {
        unwound += 1;
      }
    });
    for await (const item of stream) if (item === 1) break;
    expect([unwound, source.returns]).toEqual([1, 1]);
  });

  it('throw while a next waits → rejects with it; the source is returned', async () => {
    const source = new PushSource<number>();
    const stream = identity(source);
    const waiting = stream.next();
    await source.pulled();
    await expect(stream.throw?.(new Error('given up'))).rejects.toThrow('given up');
    expect(await waiting).toEqual(DONE);
    expect(source.returns).toBe(1);
  });

  it('the source answers after return → ignored, also where it fails', async () => {
    const source = new PushSource<number>();
    const stream = identity(source);
    const waiting = stream.next();
    await source.pulled();
    await stream.return?.();
    source.fail(new Error('too late'));
    expect(await waiting).toEqual(DONE);
    expect(await stream.next()).toEqual(DONE);
  });
});
