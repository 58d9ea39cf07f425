import type { FollowerSetup } from '../follower-setup.js';
import { onceAround, watchReads } from '../redis-hooks.js';
import { end, token } from '../test-run.js';

const SOON_MS = 10;
const OUTAGE_MS = 10_000;

/** Stands still until it is moved. */
function stopClock(): { advance(ms: number): void } {
  let now = Date.now();
  jest.spyOn(Date, 'now').mockImplementation(() => now);
  return { advance: (ms) => void (now += ms) };
}

export function outages(setup: () => FollowerSetup): void {
  const cut = (): Promise<unknown> => Promise.all([setup().commandsLink.cut(), setup().subscriberLink.cut()]);
  const restore = (): Promise<unknown> => Promise.all([setup().commandsLink.restore(), setup().subscriberLink.restore()]);

  it('Redis is away for less than the follower bears → every event, as if nothing had been', async () => {
    const clock = stopClock();
    const run = await setup().openRun();
    const reading = await setup().listening(run, setup().followers({ silenceMs: SOON_MS }));
    const { untilFailed } = watchReads(setup().commands);
    await cut();
    await run.write([token('lost')]);
    await untilFailed();
    clock.advance(OUTAGE_MS - 1);
    await untilFailed();
    await run.write([token('lost too')]);
    await restore();
    await run.write([end()]);
    expect(await reading.toEnd()).toEqual(run.events);
  });

  it('Redis is away for longer → store_unavailable, nothing is followed any more', async () => {
    const clock = stopClock();
    const run = await setup().openRun();
    const followers = setup().followers({ silenceMs: SOON_MS });
    const reading = await setup().listening(run, followers);
    const { untilFailed } = watchReads(setup().commands);
    await cut();
    await untilFailed();
    expect(followers.size).toBe(1);
    clock.advance(OUTAGE_MS);
    await expect(reading.toEnd()).rejects.toMatchObject({ code: 'store_unavailable' });
    expect(await reading.pull()).toBe(false);
    expect(followers.size).toBe(0);
    await restore();
    expect(await setup().listeners(run)).toBe(0);
  });

  it('the log cannot be read, but messages come → they are delivered', async () => {
    const run = await setup().openRun();
    const reading = await setup().listening(run, setup().followers({ silenceMs: SOON_MS }));
    const { untilFailed } = watchReads(setup().commands);
    await setup().commandsLink.cut();
    await untilFailed();
    await run.write([token('a')]);
    await run.write([end()]);
    expect(await reading.toEnd()).toEqual(run.events);
  });

  it('a short outage, a live event, and long after it another → each is measured from its own start', async () => {
    const clock = stopClock();
    const run = await setup().openRun();
    const reading = await setup().listening(run, setup().followers({ silenceMs: SOON_MS }));
    const { untilFailed } = watchReads(setup().commands);
    await setup().commandsLink.cut();
    for (const text of ['a', 'b']) {
      await untilFailed();
      await run.write([token(text)]);
      await reading.until(run.lastSeq);
      clock.advance(OUTAGE_MS);
    }
    await run.write([end()]);
    expect(await reading.toEnd()).toEqual(run.events);
  });

  it('a short outage, a silent run, and long after it another → each is measured from its own start', async () => {
    const clock = stopClock();
    const run = await setup().openRun();
    const reading = await setup().listening(run, setup().followers({ silenceMs: SOON_MS }));
    for (let time = 0; time < 2; time += 1) {
      const { untilFailed } = watchReads(setup().commands);
      await setup().commandsLink.cut();
      await untilFailed();
      await setup().commandsLink.restore();
      // Two looks of whoever looks after silent runs: the first may have been on its way before.
      for (let look = 0; look < 2; look += 1)
        await new Promise<void>((resolve) => onceAround(setup().commands, 'hmget', 'after', async () => resolve()));
      clock.advance(OUTAGE_MS);
    }
    await run.write([end()]);
    expect(await reading.toEnd()).toEqual(run.events);
  });

  it('the signal is aborted during an outage → it ends without an error', async () => {
    const run = await setup().openRun();
    const reading = await setup().listening(run, setup().followers({ silenceMs: SOON_MS }));
    const { untilFailed } = watchReads(setup().commands);
    await cut();
    await untilFailed();
    reading.leave();
    expect(await reading.toEnd()).toEqual(run.events);
  });
}
