import { ParleyError } from '@parley/contracts';
import type { FeedFilter } from './feed-filter.js';
import { FeedHub, type FeedHubOptions } from './feed-hub.js';
import { FakeSessions, settled } from './test/fake-sessions.js';
import { readFrames, Told } from './test/told.js';

const ALL: FeedFilter = { kind: 'all' };
const user = (userId: string): FeedFilter => ({ kind: 'user', userId });
const session = (sessionId: string): FeedFilter => ({ kind: 'session', sessionId });

let sessions: FakeSessions;
let isUnused: boolean;
let givenUp: unknown[];
let hub: FeedHub;

function newHub(options: Partial<FeedHubOptions> = {}): FeedHub {
  isUnused = false;
  givenUp = [];
  hub = new FeedHub({
    source: sessions,
    listen: () => Promise.resolve(),
    onUnused: () => (isUnused = true),
    onGivingUp: (error) => givenUp.push(error),
    retryMs: 1,
    ...options,
  });
  return hub;
}

beforeEach(() => {
  sessions = new FakeSessions();
  newHub();
});
afterEach(() => jest.useRealTimers());

const follow = async (filter: FeedFilter): Promise<Told> => new Told(await hub.join(filter));

/** It changes, and that is said. */
function change(id: string, turn: number, by = 'ann'): void {
  sessions.set(id, turn, { user: by });
  hub.heard(sessions.message(id, by));
}

function remove(id: string, by = 'ann'): void {
  sessions.delete(id);
  hub.heard(sessions.message(id, by));
}

describe('a feed of all sessions', () => {
  it('there are five, in pages → told each once, then that these were all; then each that changes, comes, goes', async () => {
    for (let n = 1; n <= 5; n += 1) sessions.set(`s${n}`, n);
    const told = await follow(ALL);
    expect(await told.news()).toEqual(['s1=1', 's2=2', 's3=3', 's4=4', 's5=5', 'listed']);
    change('s2', 7);
    expect(await told.news()).toEqual(['s2=7']);
    change('new', 1);
    expect(await told.news()).toEqual(['new=1']);
    remove('s3');
    expect(await told.news()).toEqual(['-s3']);
  });

  it('there are none → told so', async () => {
    expect(await (await follow(ALL)).news()).toEqual(['listed']);
  });

  it('it is said to have changed and shows the same → nothing is told', async () => {
    sessions.set('s1', 1);
    const told = await follow(ALL);
    await told.news();
    hub.heard(sessions.message('s1'));
    expect(await told.news()).toEqual([]);
    expect(sessions.reads).toEqual(['s1']);
  });

  it('a session that comes and goes before it is read → nothing is told', async () => {
    const told = await follow(ALL);
    await told.news();
    hub.heard(sessions.message('s1'));
    expect(await told.news()).toEqual([]);
  });

  it.each(['', '{', '{"type":"session"}', '{"type":"later","thread_id":"default:-:s1","user_id":"ann"}'])(
    'somebody else writes %j to the channel → nothing is read',
    async (text) => {
      await follow(ALL);
      hub.heard(text);
      await settled();
      expect(sessions.reads).toEqual([]);
    },
  );
});

describe('followers of different filters', () => {
  it('a session changes → those whose filter it fits are told, all of one read', async () => {
    sessions.set('a1', 1, { user: 'ann' });
    sessions.set('b1', 1, { user: 'bob' });
    const told = [await follow(ALL), await follow(user('ann')), await follow(user('bob')), await follow(session('a1'))];
    const news = () => Promise.all(told.map((one) => one.news()));
    expect(await news()).toEqual([
      ['a1=1', 'b1=1', 'listed'],
      ['a1=1', 'listed'],
      ['b1=1', 'listed'],
      ['a1=1', 'listed'],
    ]);
    sessions.reads.length = 0;
    change('a1', 2, 'ann');
    expect(await news()).toEqual([['a1=2'], ['a1=2'], [], ['a1=2']]);
    change('b1', 2, 'bob');
    expect(await news()).toEqual([['b1=2'], [], ['b1=2'], []]);
    expect(sessions.reads).toEqual(['a1', 'b1']);
  });

  it('200 follow → the sessions are listed once, each change is read once', async () => {
    sessions.set('s1', 1);
    const all = await Promise.all(Array.from({ length: 200 }, () => follow(ALL)));
    change('s1', 2);
    for (const told of all) expect((await told.news()).at(-1)).toBe('s1=2');
    expect([sessions.lists, sessions.reads]).toEqual([['all'], ['s1']]);
  });

  it('a session of somebody whom nobody here follows changes → it is not read', async () => {
    await follow(user('ann'));
    change('b1', 1, 'bob');
    await settled();
    expect(sessions.reads).toEqual([]);
  });

  it('deleted and made anew by somebody else, before anybody looked → gone for the one, there for the other', async () => {
    sessions.set('s1', 4, { user: 'ann' });
    const [ann, bob] = [await follow(user('ann')), await follow(user('bob'))];
    await Promise.all([ann.news(), bob.news()]);
    change('s1', 1, 'bob');
    expect([await ann.news(), await bob.news()]).toEqual([['-s1'], ['s1=1']]);
    change('s1', 2, 'bob');
    expect([await ann.news(), await bob.news()]).toEqual([[], ['s1=2']]);
  });
});

describe('a feed of one session', () => {
  it('there is none → session_not_found, and nothing is left behind', async () => {
    await expect(hub.join(session('s1'))).rejects.toMatchObject({ code: 'session_not_found' });
    expect(isUnused).toBe(true);
  });

  it('it is deleted → told, and that is the end', async () => {
    sessions.set('s1', 1);
    const told = await follow(session('s1'));
    remove('s1');
    expect(await told.news()).toEqual(['s1=1', 'listed', '-s1']);
    expect([told.isOver, isUnused]).toEqual([true, true]);
  });

  it('it is deleted and made anew before its follower takes the news → it goes on', async () => {
    sessions.set('s1', 5);
    const follower = await hub.join(session('s1'));
    remove('s1');
    await settled();
    change('s1', 1);
    await settled();
    const told = new Told(follower);
    expect(await told.news()).toEqual(['s1=1', 'listed']);
    expect(told.isOver).toBe(false);
  });
});

describe('what is read overlaps', () => {
  it('a session changes while the page that has it is under way, and is read first → told the newer one alone', async () => {
    sessions.set('s1', 1);
    sessions.hold();
    const following = follow(ALL);
    await settled();
    change('s1', 2);
    await settled();
    await sessions.release('read s1');
    await sessions.release('page 0');
    expect(await (await following).news()).toEqual(['s1=2', 'listed']);
  });

  it('the page comes before the read → the session is told before it is said that these were all', async () => {
    sessions.set('s1', 1);
    sessions.set('s2', 1);
    sessions.hold();
    const following = follow(ALL);
    await settled();
    change('s1', 2);
    await settled();
    await sessions.release('page 0');
    await sessions.release('read s1');
    expect(await (await following).news()).toEqual(['s2=1', 's1=2', 'listed']);
  });

  it('it is being read already when the page is asked for, and the page comes first → what is told never goes back', async () => {
    sessions.set('s1', 1);
    const told = await follow(session('s1'));
    await told.news();
    sessions.hold();
    change('s1', 2);
    await settled();
    change('s1', 3);
    const following = follow(ALL);
    await settled();
    await sessions.release('page 0');
    await sessions.release('read s1');
    await sessions.release('read s1');
    expect(await told.news()).toEqual(['s1=2', 's1=3']);
    expect(await (await following).news()).toEqual(['s1=2', 'listed', 's1=3']);
  });

  it('it is deleted while the page that has it is under way → it does not come back', async () => {
    sessions.set('s1', 1);
    sessions.hold();
    const following = follow(ALL);
    await settled();
    remove('s1');
    await settled();
    await sessions.release('read s1');
    await sessions.release('page 0');
    expect(await (await following).news()).toEqual(['listed']);
  });

  it('two filters are listed at once, the later page first → the earlier page takes nothing back', async () => {
    sessions.set('s1', 1);
    const first = await follow(session('s1'));
    sessions.hold();
    const all = follow(ALL);
    await settled();
    sessions.set('s1', 2);
    const ann = follow(user('ann'));
    await settled();
    // The oldest of that name is the page of all; hold it back, and let that of ann go.
    const [ofAll] = sessions.takeHeld('page 0');
    await sessions.release('page 0');
    ofAll?.release();
    await settled();
    expect(await first.news()).toEqual(['s1=1', 'listed', 's1=2']);
    expect(await (await all).news()).toEqual(['s1=2', 'listed']);
    expect(await (await ann).news()).toEqual(['s1=2', 'listed']);
  });
});

describe('a slow reader', () => {
  it('a thousand changes of three sessions pass → what waits for it are three, each as it is when it is taken', async () => {
    for (const id of ['s1', 's2', 's3']) sessions.set(id, 0);
    const follower = await hub.join(ALL);
    expect(readFrames((await follower.next()).value ?? '')).toEqual(['s1=0', 's2=0', 's3=0', 'listed']);
    for (let turn = 1; turn <= 1000; turn += 1) {
      change(`s${1 + (turn % 3)}`, turn);
      await settled();
    }
    remove('s3');
    await settled();
    expect(readFrames((await follower.next()).value ?? '')).toEqual(['s2=1000', '-s3', 's1=999']);
  });

  it('many sessions → taken in pieces', async () => {
    for (let n = 0; n < 500; n += 1) sessions.set(`s${n}`, n);
    const follower = await hub.join(ALL);
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

describe('time alone changes a session', () => {
  it('→ it is read when its time has come, and told if it is another by then', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate'] });
    sessions.set('s1', 1, { changesInMs: 5000 });
    const told = await follow(ALL);
    await told.news();
    sessions.set('s1', 2);
    jest.advanceTimersByTime(4990);
    expect(await told.news()).toEqual([]);
    jest.advanceTimersByTime(20);
    expect(await told.news()).toEqual(['s1=2']);
  });

  it('it changes before → the old time is forgotten', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate'] });
    sessions.set('s1', 1, { changesInMs: 5000 });
    const told = await follow(ALL);
    change('s1', 2);
    await told.news();
    jest.advanceTimersByTime(30_000);
    await settled();
    expect(sessions.reads).toEqual(['s1']);
  });

  it('in a month → looked at each day, not at once', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate'] });
    sessions.set('s1', 1, { changesInMs: 30 * 86_400_000 });
    await follow(ALL);
    jest.advanceTimersByTime(86_399_000);
    await settled();
    expect(sessions.reads).toEqual([]);
    jest.advanceTimersByTime(2000);
    await settled();
    expect(sessions.reads).toEqual(['s1']);
  });
});

describe('Pub/Sub is lost', () => {
  it('and regained → told what changed, came and went meanwhile, and nothing else', async () => {
    for (let n = 1; n <= 5; n += 1) sessions.set(`s${n}`, 1, { user: n === 5 ? 'bob' : 'ann' });
    const [all, bob, one] = [await follow(ALL), await follow(user('bob')), await follow(session('s4'))];
    await Promise.all([all.news(), bob.news(), one.news()]);
    hub.lost();
    sessions.set('s2', 2);
    sessions.set('new', 1);
    sessions.set('s5', 2, { user: 'bob' });
    sessions.delete('s3');
    sessions.delete('s4');
    expect(await all.news()).toEqual([]);
    hub.regained();
    expect((await all.news()).sort()).toEqual(['-s3', '-s4', 'new=1', 's2=2', 's5=2']);
    expect([await bob.news(), await one.news()]).toEqual([['s5=2'], ['-s4']]);
    expect(one.isOver).toBe(true);
  });

  it('state went back, as after a fail-over that lost the last writes → told as it is', async () => {
    sessions.set('s1', 9);
    const told = await follow(ALL);
    await told.news();
    hub.lost();
    sessions.set('s1', 8);
    hub.regained();
    expect(await told.news()).toEqual(['s1=8']);
  });

  it('a session was being read when it was lost, and changed after that → told as it is', async () => {
    sessions.set('s1', 1);
    const told = await follow(ALL);
    await told.news();
    sessions.hold();
    change('s1', 2);
    await settled();
    hub.lost();
    sessions.set('s1', 3);
    hub.regained();
    await settled();
    await sessions.release('page 0');
    sessions.releaseAll();
    expect((await told.news()).at(-1)).toBe('s1=3');
  });

  it('somebody comes meanwhile → waits for it to be back, and misses nothing', async () => {
    sessions.set('s1', 1);
    await follow(ALL);
    hub.lost();
    const following = follow(ALL);
    await settled();
    sessions.set('s1', 2);
    hub.regained();
    expect(await (await following).news()).toEqual(['s1=2', 'listed']);
  });

  it('somebody comes meanwhile and it does not come back in time → store_unavailable', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate'] });
    await follow(ALL);
    hub.lost();
    const refused = expect(hub.join(ALL)).rejects.toMatchObject({ code: 'store_unavailable' });
    await settled();
    jest.advanceTimersByTime(1500);
    await refused;
  });
});

describe('it cannot be known whether what was told is still true', () => {
  const AWAY = new ParleyError('store_unavailable');

  it.each<[string, () => void]>([
    ['Pub/Sub does not come back', () => hub.lost()],
    [
      'the store does not answer',
      () => {
        sessions.failure = AWAY;
        change('s1', 2);
      },
    ],
    [
      'Pub/Sub comes back and the store does not answer',
      () => {
        hub.lost();
        sessions.failure = AWAY;
        hub.regained();
      },
    ],
  ])('%s for 10 s → all are sent away, without a word', async (_what, happen) => {
    jest.useFakeTimers({ doNotFake: ['setImmediate'] });
    sessions.set('s1', 1);
    const told = [await follow(ALL), await follow(session('s1'))];
    await Promise.all(told.map((one) => one.news()));
    happen();
    const pass = async (ms: number): Promise<void> => {
      for (let gone = 0; gone < ms; gone += 100) {
        jest.advanceTimersByTime(100);
        await settled();
      }
    };
    await pass(9900);
    expect(told.map(({ isOver }) => isOver)).toEqual([false, false]);
    await pass(200);
    expect(told.map(({ isOver }) => isOver)).toEqual([true, true]);
    for (const one of told) expect(await one.news()).toEqual([]);
    expect([isUnused, givenUp.length]).toEqual([true, 1]);
  });

  it('the store answers again in time → told what changed, nobody is sent away', async () => {
    sessions.set('s1', 1);
    newHub({ outageMs: 200 });
    const told = await follow(ALL);
    await told.news();
    sessions.failure = AWAY;
    hub.lost();
    hub.regained();
    change('s1', 2);
    await settled();
    sessions.failure = undefined;
    const back = new Promise((resolve) => setTimeout(resolve, 300));
    await back;
    expect(await told.news()).toEqual(['s1=2']);
    expect(told.isOver).toBe(false);
  });

  it.each<[string, Partial<FeedHubOptions>]>([
    ['the subscription is not acknowledged', { listen: () => Promise.reject(AWAY) }],
    ['the store does not answer', {}],
  ])('%s when somebody comes → refused, and nothing is left behind; who comes after that is served', async (_what, options) => {
    sessions.failure = options.listen ? undefined : AWAY;
    newHub(options);
    const refused = await Promise.allSettled([hub.join(ALL), hub.join(ALL), hub.join(user('ann'))]);
    expect(refused.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(isUnused).toBe(true);
    sessions.failure = undefined;
    newHub();
    expect(await (await follow(ALL)).news()).toEqual(['listed']);
  });
});

describe('followers leave', () => {
  it('the last one → of no use any more: nothing is read, and no timer is left', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate'] });
    sessions.set('s1', 1);
    const [one, other] = [await follow(ALL), await follow(session('s1'))];
    one.leave();
    expect(isUnused).toBe(false);
    other.leave();
    expect([isUnused, jest.getTimerCount()]).toEqual([true, 0]);
    change('s1', 2);
    await settled();
    expect(sessions.reads).toEqual([]);
  });

  it('the last one of a filter, then somebody comes back → told what is by then, not what was known', async () => {
    sessions.set('a1', 1, { user: 'ann' });
    await follow(user('bob'));
    const ann = await follow(user('ann'));
    await ann.news();
    ann.leave();
    change('a1', 2, 'ann');
    await settled();
    expect(sessions.reads).toEqual([]);
    expect(await (await follow(user('ann'))).news()).toEqual(['a1=2', 'listed']);
  });

  it('the last of all sessions while one session of them is followed → that one is still told', async () => {
    sessions.set('s1', 1);
    const [all, one] = [await follow(ALL), await follow(session('s1'))];
    await one.news();
    all.leave();
    change('s1', 2);
    expect(await one.news()).toEqual(['s1=2']);
    expect(sessions.lists).toEqual(['all', 'session']);
  });

  it('while the sessions are still being listed → nothing is left behind', async () => {
    sessions.set('s1', 1);
    sessions.hold();
    const following = hub.join(ALL);
    await settled();
    sessions.releaseAll();
    const follower = await following;
    follower.close();
    follower.close();
    expect(await follower.next()).toEqual({ done: true, value: undefined });
    expect(isUnused).toBe(true);
  });
});
