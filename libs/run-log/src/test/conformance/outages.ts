import type { FollowerSetup } from '../follower-setup.js';
import { Reading } from '../reading.js';
import { watchCommand } from '../redis-hooks.js';
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
    const reading = await Reading.of(setup().followers({ silenceMs: SOON_MS }), run);
    await reading.until(1);
    const { untilFailed } = watchCommand(setup().commands, 'xrange');
    const reads = reading.toEnd();
    await cut();
    await run.write([token('lost')]);
    await untilFailed();
    clock.advance(OUTAGE_MS - 1);
    await untilFailed();
    await run.write([token('lost too')]);
    await restore();
    await run.write([end()]);
    expect(await reads).toEqual(run.events);
  });

  it('Redis is away for longer → store_unavailable, nothing is followed any more', async () => {
    const clock = stopClock();
    const run = await setup().openRun();
    const followers = setup().followers({ silenceMs: SOON_MS });
    const reading = await Reading.of(followers, run);
    await reading.until(1);
    const { untilFailed } = watchCommand(setup().commands, 'xrange');
    const outcome = reading.pull().catch((error: unknown) => error);
    await cut();
    await untilFailed();
    expect(followers.size).toBe(1);
    clock.advance(OUTAGE_MS);
    expect(await outcome).toMatchObject({ code: 'store_unavailable' });
    expect(await reading.pull()).toBe(false);
    expect(followers.size).toBe(0);
    await restore();
    expect(await setup().listeners(run)).toBe(0);
  });

  it('the log cannot be read, but messages come → they are delivered', async () => {
    const run = await setup().openRun();
    const reading = await Reading.of(setup().followers({ silenceMs: SOON_MS }), run);
    await reading.until(1);
    const { untilFailed } = watchCommand(setup().commands, 'xrange');
    const reads = reading.toEnd();
    await setup().commandsLink.cut();
    await untilFailed();
    await run.write([token('a')]);
    await run.write([end()]);
    expect(await reads).toEqual(run.events);
  });

  it('two short outages, far apart → each is measured from its own start', async () => {
    const clock = stopClock();
    const run = await setup().openRun();
    const reading = await Reading.of(setup().followers({ silenceMs: SOON_MS }), run);
    const { untilFailed } = watchCommand(setup().commands, 'xrange');
    const reads = reading.toEnd();
    for (const text of ['a', 'b']) {
      await setup().commandsLink.cut();
      await untilFailed();
      await setup().commandsLink.restore();
      await run.write([token(text)]);
      while (reading.events.length < run.lastSeq) await setup().redis.ping();
      clock.advance(OUTAGE_MS);
    }
    await run.write([end()]);
    expect(await reads).toEqual(run.events);
  });

  it('the signal is aborted during an outage → it ends without an error', async () => {
    const run = await setup().openRun();
    const reading = await Reading.of(setup().followers({ silenceMs: SOON_MS }), run);
    const { untilFailed } = watchCommand(setup().commands, 'xrange');
    await cut();
    const reads = reading.toEnd();
    await untilFailed();
    reading.leave();
    expect(await reads).toEqual([]);
  });
}
