import { settled } from './test/fake-sessions.js';
import { ALL, fakeTime, HubFixture, ofSession, ofUser } from './test/hub-fixture.js';
import { readFrames, Told } from './test/told.js';

let at: HubFixture;
beforeEach(() => (at = new HubFixture()));
afterEach(() => jest.useRealTimers());

describe('a feed of all sessions', () => {
  it('there are five, in pages → told each once, then that these were all; then each that changes, comes, goes', async () => {
    for (let n = 1; n <= 5; n += 1) at.sessions.set(`s${n}`, n);
    const told = await at.follow(ALL);
    expect(await told.news()).toEqual(['s1=1', 's2=2', 's3=3', 's4=4', 's5=5', 'listed']);
    at.change('s2', 7);
    expect(await told.news()).toEqual(['s2=7']);
    at.change('new', 1);
    expect(await told.news()).toEqual(['new=1']);
    at.remove('s3');
    expect(await told.news()).toEqual(['-s3']);
  });

  it('there are none → told so', async () => {
    expect(await (await at.follow(ALL)).news()).toEqual(['listed']);
  });

  it('it is said to have changed and shows the same → nothing is told', async () => {
    at.sessions.set('s1', 1);
    const told = await at.follow(ALL);
    await told.news();
    at.hub.heard(at.sessions.message('s1'));
    expect(await told.news()).toEqual([]);
    expect(at.sessions.reads).toEqual(['s1']);
  });

  it('a session that comes and goes before it is read → nothing is told', async () => {
    const told = await at.follow(ALL);
    await told.news();
    at.hub.heard(at.sessions.message('s1'));
    expect(await told.news()).toEqual([]);
  });

  it.each(['', '{', '{"type":"session"}', '{"type":"later","thread_id":"default:-:s1","user_id":"ann"}'])(
    'somebody else writes %j to the channel → nothing is read',
    async (text) => {
      await at.follow(ALL);
      at.hub.heard(text);
      await settled();
      expect(at.sessions.reads).toEqual([]);
    },
  );
});

describe('followers of different filters', () => {
  it('a session changes → those whose filter it fits are told, all of one read', async () => {
    at.sessions.set('a1', 1, { user: 'ann' });
    at.sessions.set('b1', 1, { user: 'bob' });
    const told = [
      await at.follow(ALL),
      await at.follow(ofUser('ann')),
      await at.follow(ofUser('bob')),
      await at.follow(ofSession('a1')),
    ];
    const news = () => Promise.all(told.map((one) => one.news()));
    expect(await news()).toEqual([
      ['a1=1', 'b1=1', 'listed'],
      ['a1=1', 'listed'],
      ['b1=1', 'listed'],
      ['a1=1', 'listed'],
    ]);
    at.sessions.reads.length = 0;
    at.change('a1', 2, 'ann');
    expect(await news()).toEqual([['a1=2'], ['a1=2'], [], ['a1=2']]);
    at.change('b1', 2, 'bob');
    expect(await news()).toEqual([['b1=2'], [], ['b1=2'], []]);
    expect(at.sessions.reads).toEqual(['a1', 'b1']);
  });

  it('200 follow → the sessions are listed once, each change is read once', async () => {
    at.sessions.set('s1', 1);
    const all = await Promise.all(Array.from({ length: 200 }, () => at.follow(ALL)));
    at.change('s1', 2);
    for (const told of all) expect((await told.news()).at(-1)).toBe('s1=2');
    expect([at.sessions.lists, at.sessions.reads]).toEqual([['all'], ['s1']]);
  });

  it('a session of somebody whom nobody here follows changes → it is not read', async () => {
    await at.follow(ofUser('ann'));
    at.change('b1', 1, 'bob');
    await settled();
    expect(at.sessions.reads).toEqual([]);
  });

  it('deleted and made anew by somebody else, before anybody looked → gone for the one, there for the other', async () => {
    at.sessions.set('s1', 4, { user: 'ann' });
    const [ann, bob] = [await at.follow(ofUser('ann')), await at.follow(ofUser('bob'))];
    await Promise.all([ann.news(), bob.news()]);
    at.change('s1', 1, 'bob');
    expect([await ann.news(), await bob.news()]).toEqual([['-s1'], ['s1=1']]);
    at.change('s1', 2, 'bob');
    expect([await ann.news(), await bob.news()]).toEqual([[], ['s1=2']]);
  });
});

describe('a feed of one session', () => {
  it('there is none → session_not_found, and nothing is left behind', async () => {
    await expect(at.hub.join(ofSession('s1'))).rejects.toMatchObject({ code: 'session_not_found' });
    expect(at.isUnused).toBe(true);
  });

  it('it is deleted → told, and that is the end', async () => {
    at.sessions.set('s1', 1);
    const told = await at.follow(ofSession('s1'));
    at.remove('s1');
    expect(await told.news()).toEqual(['s1=1', 'listed', '-s1']);
    expect([told.isOver, at.isUnused]).toEqual([true, true]);
  });

  it('it is deleted and made anew before its follower takes the news → that one is gone, and that is the end', async () => {
    at.sessions.set('s1', 5);
    const follower = await at.hub.join(ofSession('s1'));
    at.remove('s1');
    await settled();
    at.change('s1', 1);
    await settled();
    const told = new Told(follower);
    expect(await told.news()).toEqual(['-s1']);
    expect([told.isOver, at.isUnused]).toEqual([true, true]);
  });
});

describe('a session is deleted and made anew under the same id', () => {
  it.each<[string, () => Promise<void>]>([
    ['before anybody looked', async () => undefined],
    [
      'and it was seen that it was gone',
      async () => {
        at.remove('s1');
        await settled();
      },
    ],
  ])('%s → told that the one is gone, then the other', async (_when, look) => {
    at.sessions.set('s1', 5);
    const [told, one] = [await at.follow(ALL), await at.follow(ofSession('s1'))];
    const slow = await at.hub.join(ALL);
    await slow.next();
    await Promise.all([told.news(), one.news()]);
    await look();
    at.sessions.set('s1', 1, { createdAt: '2026-01-02T00:00:00.000Z' });
    at.hub.heard(at.sessions.message('s1'));
    await settled();
    expect(await told.news()).toEqual(['-s1', 's1=1']);
    expect(await one.news()).toEqual(['-s1']);
    expect(one.isOver).toBe(true);
    expect(readFrames((await slow.next()).value ?? '')).toEqual(['-s1', 's1=1']);
    at.sessions.set('s1', 2, { createdAt: '2026-01-02T00:00:00.000Z' });
    at.hub.heard(at.sessions.message('s1'));
    expect(await told.news()).toEqual(['s1=2']);
  });
});

describe('followers leave', () => {
  it('the last one → of no use any more: nothing is read, and no timer is left', async () => {
    fakeTime();
    at.sessions.set('s1', 1);
    const [one, other] = [await at.follow(ALL), await at.follow(ofSession('s1'))];
    one.leave();
    expect(at.isUnused).toBe(false);
    other.leave();
    expect([at.isUnused, jest.getTimerCount()]).toEqual([true, 0]);
    at.change('s1', 2);
    await settled();
    expect(at.sessions.reads).toEqual([]);
  });

  it('the last one of a filter, then somebody comes back → told what is by then, not what was known', async () => {
    at.sessions.set('a1', 1, { user: 'ann' });
    await at.follow(ofUser('bob'));
    const ann = await at.follow(ofUser('ann'));
    await ann.news();
    ann.leave();
    at.change('a1', 2, 'ann');
    await settled();
    expect(at.sessions.reads).toEqual([]);
    expect(await (await at.follow(ofUser('ann'))).news()).toEqual(['a1=2', 'listed']);
  });

  it('the last of all sessions while one session of them is followed → that one is still told', async () => {
    at.sessions.set('s1', 1);
    const [all, one] = [await at.follow(ALL), await at.follow(ofSession('s1'))];
    await one.news();
    all.leave();
    at.change('s1', 2);
    expect(await one.news()).toEqual(['s1=2']);
    expect(at.sessions.lists).toEqual(['all', 'session']);
  });

  it('while the sessions are still being listed → nothing is left behind', async () => {
    at.sessions.set('s1', 1);
    at.sessions.hold();
    const following = at.hub.join(ALL);
    await settled();
    at.sessions.releaseAll();
    const follower = await following;
    follower.close();
    follower.close();
    expect(await follower.next()).toEqual({ done: true, value: undefined });
    expect(at.isUnused).toBe(true);
  });
});
