import { settled } from './test/fake-sessions.js';
import { ALL, HubFixture, ofSession, ofUser } from './test/hub-fixture.js';
import { readFrames } from './test/told.js';

let at: HubFixture;
beforeEach(() => (at = new HubFixture()));

describe('what is read overlaps', () => {
  it('a session changes while the page that has it is under way, and is read first → told the newer one alone', async () => {
    at.sessions.set('s1', 1);
    at.sessions.hold();
    const following = at.follow(ALL);
    await settled();
    at.change('s1', 2);
    await settled();
    await at.sessions.release('read s1');
    await at.sessions.release('page 0');
    expect(await (await following).news()).toEqual(['s1=2', 'listed']);
  });

  it('the page comes before the read → the session is told before it is said that these were all', async () => {
    at.sessions.set('s1', 1);
    at.sessions.set('s2', 1);
    at.sessions.hold();
    const following = at.follow(ALL);
    await settled();
    at.change('s1', 2);
    await settled();
    await at.sessions.release('page 0');
    await at.sessions.release('read s1');
    expect(await (await following).news()).toEqual(['s2=1', 's1=2', 'listed']);
  });

  it('it is being read already when the page is asked for, and the page comes first → what is told never goes back', async () => {
    at.sessions.set('s1', 1);
    const told = await at.follow(ofSession('s1'));
    await told.news();
    at.sessions.hold();
    at.change('s1', 2);
    await settled();
    at.change('s1', 3);
    const following = at.follow(ALL);
    await settled();
    await at.sessions.release('page 0');
    await at.sessions.release('read s1');
    await at.sessions.release('read s1');
    expect(await told.news()).toEqual(['s1=2', 's1=3']);
    expect(await (await following).news()).toEqual(['s1=2', 'listed', 's1=3']);
  });

  it('it is deleted while the page that has it is under way → it does not come back', async () => {
    at.sessions.set('s1', 1);
    at.sessions.hold();
    const following = at.follow(ALL);
    await settled();
    at.remove('s1');
    await settled();
    await at.sessions.release('read s1');
    await at.sessions.release('page 0');
    expect(await (await following).news()).toEqual(['listed']);
  });

  it('two filters are listed at once, the later page first → the earlier page takes nothing back', async () => {
    at.sessions.set('s1', 1);
    const first = await at.follow(ofSession('s1'));
    at.sessions.hold();
    const all = at.follow(ALL);
    await settled();
    at.sessions.set('s1', 2);
    const ann = at.follow(ofUser('ann'));
    await settled();
    // The oldest of that name is the page of all; hold it back, and let that of ann go.
    const [ofAll] = at.sessions.takeHeld('page 0');
    await at.sessions.release('page 0');
    ofAll?.release();
    await settled();
    expect(await first.news()).toEqual(['s1=1', 'listed', 's1=2']);
    expect(await (await all).news()).toEqual(['s1=2', 'listed']);
    expect(await (await ann).news()).toEqual(['s1=2', 'listed']);
  });
});

describe('a slow reader', () => {
  it('a thousand changes of three sessions pass → what waits for it are three, each as it is when it is taken', async () => {
    for (const id of ['s1', 's2', 's3']) at.sessions.set(id, 0);
    const follower = await at.hub.join(ALL);
    await settled();
    expect(readFrames((await follower.next()).value ?? '')).toEqual(['s1=0', 's2=0', 's3=0', 'listed']);
    for (let turn = 1; turn <= 1000; turn += 1) {
      at.change(`s${1 + (turn % 3)}`, turn);
      await settled();
    }
    at.remove('s3');
    await settled();
    expect(readFrames((await follower.next()).value ?? '')).toEqual(['s2=1000', '-s3', 's1=999']);
  });

  it('many sessions → taken in pieces', async () => {
    for (let n = 0; n < 500; n += 1) at.sessions.set(`s${n}`, n);
    const follower = await at.hub.join(ALL);
    const sizes = [];
    for (let left = 501; left > 0;) {
      const { value = '' } = await follower.next();
      sizes.push(value.length);
      left -= readFrames(value).length;
    }
    expect(sizes.length).toBeGreaterThan(2);
    expect(Math.max(...sizes)).toBeLessThan(40_000);
  });
});
