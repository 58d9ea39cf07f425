import { Interruption } from './interruption.js';

describe('a wait that can be cut short', () => {
  it('the promise settles first → its outcome', async () => {
    const waits = new Interruption<'cut'>();
    await expect(waits.race(Promise.resolve(1))).resolves.toBe(1);
    await expect(waits.race(Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  });

  it('cut while it waits → the first reason, also for every later wait, and late failures are ignored', async () => {
    const waits = new Interruption<'cut' | 'again'>();
    const late = Promise.withResolvers<number>();
    const waiting = waits.race(late.promise);
    waits.interrupt('cut');
    waits.interrupt('again');
    late.reject(new Error('too late'));
    expect(await waiting).toBe('cut');
    expect(await waits.race(new Promise(() => undefined))).toBe('cut');
    expect(waits.reason).toBe('cut');
  });
});
