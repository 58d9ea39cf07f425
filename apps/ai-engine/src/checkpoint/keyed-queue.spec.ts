import { KeyedQueue } from './keyed-queue.js';
import { Deferred } from './test/deferred.js';

describe('KeyedQueue', () => {
  it('the first call is prepared last → still the first to act', async () => {
    const queue = new KeyedQueue();
    const slow = new Deferred<string>();
    const acted: string[] = [];
    const act = async (name: string) => void acted.push(name);
    const both = [queue.run('thread', slow.promise, act), queue.run('thread', Promise.resolve('second'), act)];
    slow.resolve('first');
    await Promise.all(both);
    expect(acted).toEqual(['first', 'second']);
  });

  it('the first act has not ended → the second has not begun', async () => {
    const queue = new KeyedQueue();
    const running = new Deferred<string>();
    let secondBegan = false;
    const first = queue.run('thread', Promise.resolve(), () => running.promise.then(() => secondBegan));
    const second = queue.run('thread', Promise.resolve(), async () => void (secondBegan = true));
    // Another key's work, called later, is through: the second had every opportunity.
    await queue.run('other', Promise.resolve(), async () => undefined);
    running.resolve('');
    expect(await first).toBe(false);
    await second;
    expect(secondBegan).toBe(true);
  });

  it('work fails, in preparing or acting → its own call rejects and the next goes on', async () => {
    const queue = new KeyedQueue();
    const unprepared = queue.run('thread', Promise.reject(new Error('unprepared')), async () => 'never');
    const failed = queue.run('thread', Promise.resolve(), () => Promise.reject(new Error('failed')));
    const fine = queue.run('thread', Promise.resolve('fine'), async (value) => value);
    await expect(unprepared).rejects.toThrow('unprepared');
    await expect(failed).rejects.toThrow('failed');
    await expect(fine).resolves.toBe('fine');
  });
});
