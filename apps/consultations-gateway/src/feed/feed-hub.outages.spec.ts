import { ParleyError } from '@parley/contracts';
import type { FeedHubOptions } from './feed-hub.js';
import { settled } from './test/fake-sessions.js';
import { ALL, fakeTime, HubFixture, ofSession, ofUser, pass } from './test/hub-fixture.js';

let at: HubFixture;
beforeEach(() => (at = new HubFixture()));
afterEach(() => jest.useRealTimers());

describe('time alone changes a session', () => {
  it('→ it is read when its time has come, and told if it is another by then', async () => {
    fakeTime();
    at.sessions.set('s1', 1, { changesInMs: 5000 });
    const told = await at.follow(ALL);
    await told.news();
    at.sessions.set('s1', 2);
    jest.advanceTimersByTime(4990);
    expect(await told.news()).toEqual([]);
    jest.advanceTimersByTime(20);
    expect(await told.news()).toEqual(['s1=2']);
  });

  it('it changes before → the old time is forgotten', async () => {
    fakeTime();
    at.sessions.set('s1', 1, { changesInMs: 5000 });
    const told = await at.follow(ALL);
    at.change('s1', 2);
    await told.news();
    jest.advanceTimersByTime(30_000);
    await settled();
    expect(at.sessions.reads).toEqual(['s1']);
  });

  it('in a month → looked at each day, not at once', async () => {
    fakeTime();
    at.sessions.set('s1', 1, { changesInMs: 30 * 86_400_000 });
    await at.follow(ALL);
    jest.advanceTimersByTime(86_399_000);
    await settled();
    expect(at.sessions.reads).toEqual([]);
    jest.advanceTimersByTime(2000);
    await settled();
    expect(at.sessions.reads).toEqual(['s1']);
  });
});

describe('Pub/Sub is lost', () => {
  it('and regained → told what changed, came and went meanwhile, and nothing else', async () => {
    for (let n = 1; n <= 5; n += 1) at.sessions.set(`s${n}`, 1, { user: n === 5 ? 'bob' : 'ann' });
    const [all, bob, one] = [await at.follow(ALL), await at.follow(ofUser('bob')), await at.follow(ofSession('s4'))];
    await Promise.all([all.news(), bob.news(), one.news()]);
    at.hub.lost();
    at.sessions.set('s2', 2);
    at.sessions.set('new', 1);
    at.sessions.set('s5', 2, { user: 'bob' });
    at.sessions.delete('s3');
    at.sessions.delete('s4');
    expect(await all.news()).toEqual([]);
    at.hub.regained();
    expect((await all.news()).sort()).toEqual(['-s3', '-s4', 'new=1', 's2=2', 's5=2']);
    expect([await bob.news(), await one.news()]).toEqual([['s5=2'], ['-s4']]);
    expect(one.isOver).toBe(true);
  });

  it('state went back, as after a fail-over that lost the last writes → told as it is', async () => {
    at.sessions.set('s1', 9);
    const told = await at.follow(ALL);
    await told.news();
    at.hub.lost();
    at.sessions.set('s1', 8);
    at.hub.regained();
    expect(await told.news()).toEqual(['s1=8']);
  });

  it('a session was being read when it was lost, and changed after that → told as it is', async () => {
    at.sessions.set('s1', 1);
    const told = await at.follow(ALL);
    await told.news();
    at.sessions.hold();
    at.change('s1', 2);
    await settled();
    at.hub.lost();
    at.sessions.set('s1', 3);
    at.hub.regained();
    await settled();
    await at.sessions.release('page 0');
    at.sessions.releaseAll();
    expect((await told.news()).at(-1)).toBe('s1=3');
  });

  it('somebody comes meanwhile → waits for it to be back, and misses nothing', async () => {
    at.sessions.set('s1', 1);
    await at.follow(ALL);
    at.hub.lost();
    const following = at.follow(ALL);
    await settled();
    at.sessions.set('s1', 2);
    at.hub.regained();
    expect(await (await following).news()).toEqual(['s1=2', 'listed']);
  });

  it('somebody comes meanwhile and it does not come back in time → store_unavailable', async () => {
    fakeTime();
    await at.follow(ALL);
    at.hub.lost();
    const refused = expect(at.hub.join(ALL)).rejects.toMatchObject({ code: 'store_unavailable' });
    await settled();
    jest.advanceTimersByTime(1500);
    await refused;
  });
});

describe('it cannot be known whether what was told is still true', () => {
  const AWAY = new ParleyError('store_unavailable');

  it.each<[string, () => void]>([
    ['Pub/Sub does not come back', () => at.hub.lost()],
    [
      'the store does not answer',
      () => {
        at.sessions.failure = AWAY;
        at.change('s1', 2);
      },
    ],
    [
      'Pub/Sub comes back and the store does not answer',
      () => {
        at.hub.lost();
        at.sessions.failure = AWAY;
        at.hub.regained();
      },
    ],
  ])('%s for 10 s → all are sent away, without a word', async (_what, happen) => {
    fakeTime();
    at.sessions.set('s1', 1);
    const told = [await at.follow(ALL), await at.follow(ofSession('s1'))];
    await Promise.all(told.map((one) => one.news()));
    happen();
    await pass(9900);
    expect(told.map(({ isOver }) => isOver)).toEqual([false, false]);
    await pass(200);
    expect(told.map(({ isOver }) => isOver)).toEqual([true, true]);
    for (const one of told) expect(await one.news()).toEqual([]);
    expect([at.isUnused, at.givenUp.length]).toEqual([true, 1]);
  });

  it('the store answers again after 9 s, then is away for 9 s more → told what changed, nobody is sent away', async () => {
    fakeTime();
    at.sessions.set('s1', 1);
    const told = await at.follow(ALL);
    await told.news();
    for (const turn of [2, 3]) {
      at.sessions.failure = AWAY;
      at.hub.lost();
      at.hub.regained();
      at.change('s1', turn);
      await pass(9000);
      at.sessions.failure = undefined;
      await pass(200);
      expect(await told.news()).toEqual([`s1=${turn}`]);
    }
    await pass(30_000);
    expect([told.isOver, at.givenUp]).toEqual([false, []]);
  });

  it.each<[string, Partial<FeedHubOptions>, Error | undefined]>([
    ['the subscription is not acknowledged', { listen: () => Promise.reject(AWAY) }, undefined],
    ['the store does not answer', {}, AWAY],
  ])('%s when some come → refused, and nothing is left behind', async (_what, options, failure) => {
    at = new HubFixture(options);
    at.sessions.failure = failure;
    const refused = await Promise.allSettled([at.hub.join(ALL), at.hub.join(ALL), at.hub.join(ofUser('ann'))]);
    expect(refused).toEqual(Array.from({ length: 3 }, () => ({ status: 'rejected', reason: AWAY })));
    expect(at.isUnused).toBe(true);
  });

  it('the store does not answer when somebody comes, while others follow → refused; who comes after that is served', async () => {
    await at.follow(ofUser('bob'));
    at.sessions.failure = AWAY;
    await expect(at.hub.join(ALL)).rejects.toBe(AWAY);
    at.sessions.failure = undefined;
    expect(await (await at.follow(ALL)).news()).toEqual(['listed']);
  });
});
