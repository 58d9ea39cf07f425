import { AtMost } from './at-most.js';
import { settled } from './test/fake-sessions.js';
import { ALL, fakeTime, HubFixture, ofSession, pass } from './test/hub-fixture.js';
import type { Told } from './test/told.js';

let at: HubFixture;
beforeEach(() => {
  at = new HubFixture();
  for (let n = 1; n <= 5; n += 1) at.sessions.set(`s${n}`, n);
});
afterEach(() => jest.useRealTimers());

/** Asks for all, and has the first page. */
async function opened(): Promise<Told> {
  at.sessions.hold();
  const following = at.follow(ALL);
  await settled();
  await at.sessions.release('page 0');
  return following;
}

describe('there are many sessions', () => {
  it('the first page has come → followed, and told of it; then of each other page as it comes, and last that these were all', async () => {
    const told = await opened();
    expect(await told.news()).toEqual(['s1=1', 's2=2']);
    await at.sessions.release('page 1');
    expect(await told.news()).toEqual(['s3=3', 's4=4']);
    await at.sessions.release('page 2');
    expect(await told.news()).toEqual(['s5=5', 'listed']);
  });

  it('somebody else comes meanwhile → told at once of what is known, then of the rest, all of one listing', async () => {
    const [first, second] = [await opened(), await at.follow(ALL)];
    expect(await second.news()).toEqual(['s1=1', 's2=2']);
    at.sessions.releaseAll();
    expect((await first.news()).at(-1)).toBe('listed');
    expect(await second.news()).toEqual(['s3=3', 's4=4', 's5=5', 'listed']);
    expect(at.sessions.lists).toEqual(['all']);
  });

  it('one that is still to be listed changes, another that was is deleted → each told as it is, before it is said that these were all', async () => {
    const told = await opened();
    await told.news();
    at.change('s5', 9);
    at.remove('s1');
    await settled();
    await at.sessions.release('read s5');
    await at.sessions.release('read s1');
    expect(await told.news()).toEqual(['s5=9', '-s1']);
    at.sessions.releaseAll();
    expect(await told.news()).toEqual(['s3=3', 's4=4', 'listed']);
  });

  it('all leave before they are listed → no more pages are asked for, and nothing is left behind', async () => {
    const told = await opened();
    told.leave();
    await at.sessions.release('page 1');
    expect(at.isUnused).toBe(true);
    expect(at.sessions.takeHeld('page 2')).toEqual([]);
  });

  it('the store goes away between two pages → those who follow wait, and are told of all when it is back', async () => {
    const told = await opened();
    expect(await told.news()).toEqual(['s1=1', 's2=2']);
    at.sessions.failure = new Error('away');
    await at.sessions.release('page 1');
    at.sessions.failure = undefined;
    at.sessions.releaseAll();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await told.news()).toEqual(['s3=3', 's4=4', 's5=5', 'listed']);
    expect(told.isOver).toBe(false);
  });

  it('Pub/Sub is lost and comes back before they are listed → it is said that these were all when the new listing is through', async () => {
    const told = await opened();
    at.hub.lost();
    at.hub.regained();
    await settled();
    await at.sessions.release('page 1');
    expect(at.sessions.takeHeld('page 2')).toEqual([]);
    expect(await told.news()).toEqual(['s1=1', 's2=2']);
    at.sessions.releaseAll();
    expect(await told.news()).toEqual(['s3=3', 's4=4', 's5=5', 'listed']);
  });

  it('one is deleted while Pub/Sub is lost, and a page from before comes when the new listing is through → it is not told of', async () => {
    const told = await opened();
    const late = at.sessions.takeHeld('page 1');
    at.hub.lost();
    at.sessions.delete('s4');
    at.hub.regained();
    at.sessions.releaseAll();
    await settled();
    late.forEach(({ release }) => release());
    expect(await told.news()).toEqual(['s1=1', 's2=2', 's3=3', 's5=5', 'listed']);
  });

  it('Pub/Sub is lost and comes back before the first page → who waits to follow has that of the new listing', async () => {
    at.sessions.hold();
    const following = at.follow(ALL);
    await settled();
    at.hub.lost();
    at.sessions.delete('s1');
    at.hub.regained();
    await settled();
    await at.sessions.release('page 0');
    at.sessions.releaseAll();
    expect(await (await following).news()).toEqual(['s2=2', 's3=3', 's4=4', 's5=5', 'listed']);
  });
});

it('the store takes too long with the first page → store_unavailable, not silence', async () => {
  fakeTime();
  at.sessions.hold();
  const refused = expect(at.hub.join(ALL)).rejects.toMatchObject({ code: 'store_unavailable' });
  await settled();
  await pass(4000);
  await refused;
  expect(at.isUnused).toBe(true);
});

it('a feed of one session that is being read already → told of it, not refused', async () => {
  const all = await at.follow(ALL);
  await all.news();
  at.sessions.hold();
  at.change('s1', 7);
  await settled();
  const following = at.follow(ofSession('s1'));
  await settled();
  await at.sessions.release('read s1');
  at.sessions.releaseAll();
  expect(await (await following).news()).toEqual(['s1=7', 'listed']);
});

it('more calls at once than may be → the rest waits for its turn, first come first served, also where one fails', async () => {
  const [limit, begun] = [new AtMost(2), [] as number[]];
  const works = Array.from({ length: 5 }, () => Promise.withResolvers<void>());
  const all = works.map(({ promise }, n) =>
    limit.run(() => {
      begun.push(n);
      return promise;
    }),
  );
  const outcomes = Promise.allSettled(all);
  expect(begun).toEqual([0, 1]);
  works[1]?.reject(new Error('failed'));
  await settled();
  expect(begun).toEqual([0, 1, 2]);
  for (const { resolve } of works) resolve();
  expect((await outcomes).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled', 'fulfilled']);
  expect(begun).toEqual([0, 1, 2, 3, 4]);
});
