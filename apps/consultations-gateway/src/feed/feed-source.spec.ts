import type { StoreCalls, StorePattern } from '@parley/contracts';
import type { StoreClient } from '@parley/platform';
import { AtMost } from './at-most.js';
import { FeedSource } from './feed-source.js';
import { settled } from './test/fake-sessions.js';

/** A store that answers when the test lets it, and how many calls it has not answered yet. */
class SlowStore {
  private readonly pending: (() => void)[] = [];
  most = 0;

  call = async <Pattern extends StorePattern>(pattern: Pattern): Promise<StoreCalls[Pattern]['answer']> => {
    const isAnswered = new Promise<void>((resolve) => this.pending.push(resolve));
    this.most = Math.max(this.most, this.pending.length);
    await isAnswered;
    return (pattern === 'feed.list' ? { items: [], next_cursor: null } : {}) as StoreCalls[Pattern]['answer'];
  };

  answerAll(): number {
    return this.pending.splice(0).map((answer) => answer()).length;
  }
}

test('a hundred users are listed, and a hundred sessions read, at once → the store is asked for a few at a time, and for all', async () => {
  const [store, limit] = [new SlowStore(), new AtMost(3)];
  const users = Array.from({ length: 100 }, (_, n) => `user-${n}`);
  const sources = users.map((owner) => new FeedSource(store as Pick<StoreClient, 'call'>, { tenantId: 'default', owner }, limit));
  const all = Promise.all(sources.flatMap((source) => [source.pages({ kind: 'all' }).next(), source.read('s1')]));
  let answered = 0;
  for (let n = -1; n !== 0; await settled()) answered += n = store.answerAll();
  await all;
  expect([store.most, answered]).toEqual([3, 200]);
});
