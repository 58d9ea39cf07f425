import type { FollowerSetup } from '../follower-setup.js';
import { Reading } from '../reading.js';
import { end, token } from '../test-run.js';

export function sharing(setup: () => FollowerSetup): void {
  /** How often Redis was asked to subscribe or unsubscribe since the statistics were reset. */
  async function calls(command: 'subscribe' | 'unsubscribe'): Promise<number> {
    const stats = await setup().redis.info('commandstats');
    return Number(new RegExp(`cmdstat_${command}:calls=(\\d+)`).exec(stats)?.[1] ?? 0);
  }

  it('three follow one run → one SUBSCRIBE, one UNSUBSCRIBE, and each message is parsed once', async () => {
    const run = await setup().openRun();
    await setup().redis.config('RESETSTAT');
    const followers = setup().followers();
    const together = await Promise.all([Reading.of(followers, run), Reading.of(followers, run)]);
    const readings = [...together, await Reading.of(followers, run)];
    expect(await calls('subscribe')).toBe(1);
    for (const reading of readings) await reading.until(1);
    await run.write([token('a'), token('b')]);
    await setup().settled();
    for (const reading of readings) await reading.until(3);
    const [first, ...others] = readings.map(({ events }) => events.at(-1));
    for (const other of others) expect(other).toBe(first);
    await run.write([end()]);
    for (const reading of readings) expect(await reading.toEnd()).toEqual(run.events);
    await setup().settled();
    expect(await calls('unsubscribe')).toBe(1);
  });

  it('two join one run at different events → each gets its own part', async () => {
    const run = await setup().openRun();
    await run.write([token('a'), token('b'), token('c')]);
    const followers = setup().followers();
    const readings = [
      await Reading.of(followers, run, 1),
      await Reading.of(followers, run, 3),
      await Reading.of(followers, run, 4),
    ];
    await run.write([token('d'), end()]);
    const parts = await Promise.all(readings.map((reading) => reading.toEnd()));
    expect(parts).toEqual([run.events.slice(1), run.events.slice(3), run.events.slice(4)]);
  });

  it('one of two leaves → the other stays subscribed and gets everything; when it leaves, too, nothing is subscribed', async () => {
    const run = await setup().openRun();
    const followers = setup().followers();
    const [leaver, stayer] = [await Reading.of(followers, run), await Reading.of(followers, run)];
    await Promise.all([leaver.until(1), stayer.until(1)]);
    leaver.leave();
    expect(await setup().listeners(run)).toBe(1);
    await run.write([token('a')]);
    await stayer.until(2);
    expect(stayer.events).toEqual(run.events);
    expect(leaver.events).toHaveLength(1);
    stayer.leave();
    expect(followers.size).toBe(0);
    expect(await setup().listeners(run)).toBe(0);
  });

  it('the last one leaves and another joins in the same moment → the newcomer is subscribed', async () => {
    const run = await setup().openRun();
    const followers = setup().followers();
    const leaver = await Reading.of(followers, run);
    leaver.leave();
    const reading = await Reading.of(followers, run);
    await reading.until(1);
    expect(await setup().listeners(run)).toBe(1);
    await run.write([token('a'), end()]);
    expect(await reading.toEnd()).toEqual(run.events);
  });

  it('two runs → each follower hears its own', async () => {
    const followers = setup().followers();
    const runs = [await setup().openRun(), await setup().openRun()];
    const readings = await Promise.all(runs.map((run) => Reading.of(followers, run)));
    expect(followers.size).toBe(2);
    for (const run of runs) await run.write([token(run.channel), end()]);
    const read = await Promise.all(readings.map((reading) => reading.toEnd()));
    expect(read).toEqual(runs.map(({ events }) => events));
  });
}
