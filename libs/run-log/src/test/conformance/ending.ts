import type { FollowerSetup } from '../follower-setup.js';
import { Reading } from '../reading.js';
import { watchReads } from '../redis-hooks.js';
import { end, token } from '../test-run.js';

const SOON_MS = 20;

export function ending(setup: () => FollowerSetup): void {
  for (const { how, stop } of [
    { how: 'its signal is aborted', stop: (reading: Reading) => reading.leave() },
    { how: 'return() is called', stop: (reading: Reading) => void reading.follower.return() },
    { how: 'close() is called', stop: (reading: Reading) => reading.follower.close() },
  ]) {
    it(`${how} while it waits for an event → the pending pull ends, nothing stays subscribed`, async () => {
      const run = await setup().openRun();
      const followers = setup().followers();
      const reading = await setup().listening(run, followers);
      stop(reading);
      expect(await reading.toEnd()).toEqual(run.events);
      expect(await reading.pull()).toBe(false);
      expect(followers.size).toBe(0);
      expect(await setup().listeners(run)).toBe(0);
    });

    it(`${how} while Redis does not answer its look into the log → the pending pull ends without waiting for Redis`, async () => {
      const run = await setup().openRun();
      const reading = await Reading.of(setup().followers(), run);
      setup().commandsLink.holdReplies();
      const pulling = reading.pull();
      await setup().commandsLink.untilHoldingReplies();
      stop(reading);
      expect(await pulling).toBe(false);
      expect(reading.events).toEqual([]);
    });
  }

  it('all followers are closed while they wait → every pending pull ends, nothing stays subscribed', async () => {
    const runs = [await setup().openRun(), await setup().openRun()];
    const followers = setup().followers();
    const readings = [...runs, ...runs].map((run) => Reading.of(followers, run));
    const pulling = (await Promise.all(readings)).map((reading) => reading.toEnd());
    followers.close();
    await Promise.all(pulling);
    expect(followers.size).toBe(0);
    for (const run of runs) expect(await setup().listeners(run)).toBe(0);
  });

  it('a for-await loop is left by break → nothing stays subscribed', async () => {
    const run = await setup().openRun();
    const followers = setup().followers();
    for await (const batch of (await Reading.of(followers, run)).follower) {
      expect(batch).toEqual(run.events);
      break;
    }
    expect(followers.size).toBe(0);
    expect(await setup().listeners(run)).toBe(0);
  });

  it('there is no such run → run_expired, nothing stays subscribed', async () => {
    const run = await setup().openRun();
    await setup().redis.del(Object.values(run.keys));
    const followers = setup().followers();
    const reading = await Reading.of(followers, run);
    await expect(reading.pull()).rejects.toMatchObject({ code: 'run_expired' });
    expect(await reading.pull()).toBe(false);
    expect(followers.size).toBe(0);
    expect(await setup().listeners(run)).toBe(0);
  });

  it('the run vanishes while it is followed → run_expired', async () => {
    const run = await setup().openRun();
    const reading = await setup().listening(run, setup().followers({ silenceMs: SOON_MS }));
    await setup().redis.del(Object.values(run.keys));
    await expect(reading.toEnd()).rejects.toMatchObject({ code: 'run_expired' });
  });

  it('the run turns out to be closed with nothing new → it ends', async () => {
    const run = await setup().openRun();
    const reading = await setup().listening(run, setup().followers({ silenceMs: SOON_MS }));
    await setup().redis.hset(run.keys.run, 'status', 'closed');
    expect(await reading.toEnd()).toEqual(run.events);
  });

  it('the log vanishes but not its head → run_expired, after few looks', async () => {
    const run = await setup().openRun();
    await run.write([token('a')]);
    await setup().redis.del(run.keys.log);
    const { count: reads } = watchReads(setup().commands);
    const reading = await Reading.of(setup().followers(), run, 1);
    await expect(reading.pull()).rejects.toMatchObject({ code: 'run_expired' });
    expect(reads()).toBe(2);
  });

  it('the log lost entries in its middle → run_expired instead of a hole', async () => {
    const run = await setup().openRun();
    for (const text of ['a', 'b', 'c']) await run.write([token(text)]);
    await setup().redis.xdel(run.keys.log, '3-0');
    const reading = await Reading.of(setup().followers(), run, 2);
    await expect(reading.toEnd()).rejects.toMatchObject({ code: 'run_expired' });
    expect(reading.events).toEqual([]);
  });

  it('the run was closed on a log shorter than what was shown → run_expired, not a silent end', async () => {
    const run = await setup().openRun();
    await run.write([end()]);
    const reading = await Reading.of(setup().followers(), run, 5);
    await expect(reading.pull()).rejects.toMatchObject({ code: 'run_expired' });
  });
}
