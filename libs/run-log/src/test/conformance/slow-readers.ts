import type { FollowerSetup } from '../follower-setup.js';
import { Reading } from '../reading.js';
import { watchReads } from '../redis-hooks.js';
import { end, token } from '../test-run.js';

const KIB = 1024;

export function slowReaders(setup: () => FollowerSetup): void {
  it('a reader takes nothing while 4 MiB come → each event once, in order, from the log', async () => {
    const run = await setup().openRun();
    const slow = await Reading.of(setup().followers(), run);
    await slow.until(1);
    for (let count = 0; count < 64; count += 1) await run.write([token('x'.repeat(64 * KIB)), token(`after ${count}`)]);
    await run.write([end()]);
    await setup().settled();
    const { count: reads } = watchReads(setup().commands);
    expect(await slow.toEnd()).toEqual(run.events);
    expect(reads()).toBeGreaterThan(1);
  });

  it('a reader takes nothing while 128 KiB come → they were kept, the log is not asked', async () => {
    const run = await setup().openRun();
    const reading = await Reading.of(setup().followers(), run);
    await reading.until(1);
    for (let count = 0; count < 16; count += 1) await run.write([token('x'.repeat(8 * KIB - 256))]);
    await setup().settled();
    const { count: reads } = watchReads(setup().commands);
    await reading.until(run.lastSeq);
    expect(reading.events).toEqual(run.events);
    expect(reads()).toBe(0);
  });

  it('a reader falls behind, catches up, and falls behind again → each event once', async () => {
    const run = await setup().openRun();
    const reading = await Reading.of(setup().followers(), run);
    for (let round = 0; round < 3; round += 1) {
      for (let count = 0; count < 8; count += 1) await run.write([token(`${round} ${'身'.repeat(20 * KIB)}`)]);
      await setup().settled();
      await reading.until(run.lastSeq - 2);
      await run.write([token('while catching up')]);
      await reading.until(run.lastSeq);
    }
    await run.write([end()]);
    expect(await reading.toEnd()).toEqual(run.events);
  });

  it('one event alone is larger than the buffer → it comes from the log, once', async () => {
    const run = await setup().openRun();
    const reading = await Reading.of(setup().followers(), run);
    await reading.until(1);
    await run.write([token('x'.repeat(1024 * KIB))]);
    await setup().settled();
    const { count: reads } = watchReads(setup().commands);
    await reading.until(2);
    expect(reading.events).toEqual(run.events);
    expect(reads()).toBeGreaterThan(0);
  });

  it('a slow and a fast reader of one run → the slow one holds nobody up', async () => {
    const run = await setup().openRun();
    const followers = setup().followers();
    const [slow, fast] = [await Reading.of(followers, run), await Reading.of(followers, run)];
    for (let count = 0; count < 12; count += 1) {
      await run.write([token('x'.repeat(64 * KIB))]);
      await fast.until(run.lastSeq);
    }
    await run.write([end()]);
    expect(await fast.toEnd()).toEqual(run.events);
    expect(followers.size).toBe(1);
    expect(await slow.toEnd()).toEqual(run.events);
    expect(followers.size).toBe(0);
  });
}
