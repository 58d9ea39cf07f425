import type { ParleyError } from '@parley/contracts';
import type { FollowerSetup } from '../follower-setup.js';
import { Reading } from '../reading.js';
import { end, token, type TestRun } from '../test-run.js';

const SHORT_MS = 30;

export function settingUp(setup: () => FollowerSetup): void {
  async function expectNothingLeft(run: TestRun, size: number): Promise<void> {
    expect(size).toBe(0);
    setup().subscriberLink.release();
    expect(await setup().listeners(run)).toBe(0);
  }

  it('not acknowledged yet → nobody is following yet, and what follows the acknowledgement is live', async () => {
    const { subscriberLink } = setup();
    const run = await setup().openRun();
    let isFollowing = false;
    subscriberLink.holdReplies();
    const following = Reading.of(setup().followers(), run).finally(() => (isFollowing = true));
    await subscriberLink.untilHoldingReplies();
    await setup().commands.ping();
    expect(isFollowing).toBe(false);
    subscriberLink.release();
    const reading = await following;
    await run.write([token('first'), end()]);
    expect(await reading.toEnd()).toEqual(run.events);
  });

  it('the signal is aborted already → an ended follower, and Redis is not asked', async () => {
    const run = await setup().openRun();
    await setup().redis.config('RESETSTAT');
    const followers = setup().followers();
    const aborted = new AbortController();
    aborted.abort();
    const reading = await Reading.of(followers, run, 0, aborted);
    expect(await reading.pull()).toBe(false);
    await expectNothingLeft(run, followers.size);
    expect(await setup().redis.info('commandstats')).not.toMatch(/cmdstat_(unsubscribe|xrange|hmget)/);
  });

  it('leaves before the acknowledgement → ends without an error, nothing stays subscribed', async () => {
    const run = await setup().openRun();
    const followers = setup().followers();
    const leaver = new AbortController();
    setup().subscriberLink.holdRequests();
    const following = Reading.of(followers, run, 0, leaver);
    await setup().subscriberLink.untilHoldingRequests();
    leaver.abort();
    expect(followers.size).toBe(0);
    setup().subscriberLink.release();
    expect(await (await following).pull()).toBe(false);
    await expectNothingLeft(run, followers.size);
  });

  it('one of two leaves before the acknowledgement → the other follows', async () => {
    const run = await setup().openRun();
    const followers = setup().followers();
    const leaver = new AbortController();
    setup().subscriberLink.holdRequests();
    const both = Promise.all([Reading.of(followers, run, 0, leaver), Reading.of(followers, run)]);
    leaver.abort();
    setup().subscriberLink.release();
    const [left, stayed] = await both;
    expect(await left.pull()).toBe(false);
    await run.write([token('a'), end()]);
    expect(await stayed.toEnd()).toEqual(run.events);
  });

  it('leaves before the acknowledgement and comes back → follows', async () => {
    const run = await setup().openRun();
    const followers = setup().followers();
    const leaver = new AbortController();
    setup().subscriberLink.holdRequests();
    const leaving = Reading.of(followers, run, 0, leaver);
    leaver.abort();
    const coming = Reading.of(followers, run);
    setup().subscriberLink.release();
    expect(await (await leaving).pull()).toBe(false);
    const reading = await coming;
    expect(await setup().listeners(run)).toBe(1);
    await run.write([token('a'), end()]);
    expect(await reading.toEnd()).toEqual(run.events);
  });

  it('Redis does not acknowledge in time → store_unavailable for all who wait, and nothing is left when it wakes up', async () => {
    const run = await setup().openRun();
    const followers = setup().followers({ subscribeTimeoutMs: SHORT_MS });
    setup().subscriberLink.holdRequests();
    const outcomes = await Promise.allSettled([Reading.of(followers, run), Reading.of(followers, run)]);
    const unavailable = { status: 'rejected', reason: expect.objectContaining({ code: 'store_unavailable' }) as ParleyError };
    expect(outcomes).toEqual([unavailable, unavailable]);
    await expectNothingLeft(run, followers.size);
  });

  it('the subscriber is cut off → store_unavailable; after it is back, following works and nothing old is subscribed', async () => {
    const [lost, run] = [await setup().openRun(), await setup().openRun()];
    const followers = setup().followers({ subscribeTimeoutMs: SHORT_MS });
    await setup().subscriberLink.cut();
    await expect(Reading.of(followers, lost)).rejects.toMatchObject({ code: 'store_unavailable' });
    expect(followers.size).toBe(0);
    await setup().subscriberLink.restore();
    await setup().settled();
    const reading = await Reading.of(setup().followers(), run); // Whose Redis may take its time.
    expect(await setup().listeners(lost)).toBe(0);
    await run.write([token('a'), end()]);
    expect(await reading.toEnd()).toEqual(run.events);
  });

  it('leaves and the acknowledgement never comes → ends without an error', async () => {
    const run = await setup().openRun();
    const followers = setup().followers({ subscribeTimeoutMs: SHORT_MS });
    const leaver = new AbortController();
    setup().subscriberLink.holdRequests();
    const following = Reading.of(followers, run, 0, leaver);
    leaver.abort();
    expect(await (await following).pull()).toBe(false);
    await expectNothingLeft(run, followers.size);
  });
}
