import type { FeedOptions, Session } from '@parley/client';
import { SharedFeed } from './shared-feed.js';

const session = (session_id: string, updated_at = '1'): Session =>
  ({ session_id, updated_at, title: `${session_id} at ${updated_at}` }) as Session;

/** A feed that says what the test says. */
class FakeFeed {
  readonly opened: FeedOptions[] = [];
  #say: (session: Session) => void = () => undefined;

  readonly feed = async function* (this: FakeFeed, options: FeedOptions = {}): AsyncGenerator<Session, void> {
    this.opened.push(options);
    const said: Session[] = [];
    let wake: () => void = () => undefined;
    this.#say = (one) => {
      said.push(one);
      wake();
    };
    options.signal?.addEventListener('abort', () => wake());
    while (!options.signal?.aborted) {
      const next = said.shift();
      if (next) yield next;
      else await new Promise<void>((resolve) => (wake = resolve));
    }
  }.bind(this);

  async say(...sessions: Session[]): Promise<void> {
    for (const one of sessions) this.#say(one);
    for (let ticks = 0; ticks < 20; ticks += 1) await Promise.resolve();
  }

  get current(): FeedOptions | undefined {
    return this.opened.at(-1);
  }
}

let fake: FakeFeed;
let feed: SharedFeed;
let isHidden: boolean;
let seen: () => void;
beforeEach(() => {
  fake = new FakeFeed();
  isHidden = false;
  feed = new SharedFeed(fake, {
    isHidden: () => isHidden,
    subscribe: (listener) => {
      seen = listener;
      return () => undefined;
    },
  });
});

function heard() {
  const titles: string[] = [];
  const stop = feed.listen({ onSession: ({ title }) => titles.push(title), onDeleted: (id) => titles.push(`${id} gone`) });
  return { titles, stop };
}

test('several listeners → one connection; who comes later hears what is known', async () => {
  const first = heard();
  await fake.say(session('a'), session('b'));
  const second = heard();
  await fake.say(session('a', '2'));
  expect(fake.opened).toHaveLength(1);
  expect(first.titles).toEqual(['a at 1', 'b at 1', 'a at 2']);
  expect(second.titles).toEqual(['a at 1', 'b at 1', 'a at 2']);
});

test('the last listener leaves → the connection ends; another one → a new connection', () => {
  const [first, second] = [heard(), heard()];
  first.stop();
  expect(fake.current?.signal?.aborted).toBe(false);
  second.stop();
  expect(fake.current?.signal?.aborted).toBe(true);
  heard();
  expect(fake.opened).toHaveLength(2);
});

test('the page is hidden → no connection; seen again → a new one', () => {
  heard();
  isHidden = true;
  seen();
  expect(fake.current?.signal?.aborted).toBe(true);
  isHidden = false;
  seen();
  expect(fake.opened).toHaveLength(2);
  expect(fake.current?.signal?.aborted).toBe(false);
});

test('something older than what is known → nothing new', async () => {
  const { titles } = heard();
  await fake.say(session('a', '2'), session('a', '1'));
  expect(titles).toEqual(['a at 2']);
});

test('all were told, but for one that was known → it is gone', async () => {
  const { titles, stop } = heard();
  await fake.say(session('a'), session('b'));
  stop();
  const again = heard();
  await fake.say(session('b'));
  fake.current?.onListed?.(new Set(['b']));
  expect(titles).toEqual(['a at 1', 'b at 1']);
  expect(again.titles).toEqual(['a at 1', 'b at 1', 'b at 1', 'a gone']);
});

test('all were told → listeners get all there are; what is gone comes with what was known of it', async () => {
  const onListed = jest.fn();
  const onDeleted = jest.fn();
  feed.listen({ onSession: () => undefined, onDeleted, onListed });
  await fake.say(session('a'), session('b'));
  feed.tellDeleted('b');
  fake.current?.onListed?.(new Set(['a']));
  expect(onDeleted.mock.calls).toEqual([['b', session('b')]]);
  expect(onListed.mock.calls).toEqual([[new Map([['a', session('a')]])]]);
});

test('the connection that was left says something late → nothing of it is told', async () => {
  const { titles } = heard();
  await fake.say(session('a'));
  const before = fake.current;
  isHidden = true;
  seen();
  before?.onListed?.(new Set());
  before?.onDeleted?.('a');
  expect(titles).toEqual(['a at 1']);
});

describe('follow', () => {
  test('one session → only that one, the latest where the reader is slow', async () => {
    const all = feed.follow({ sessionId: 'a' });
    const first = all.next();
    await fake.say(session('b'), session('a', '1'));
    expect((await first).value).toMatchObject({ title: 'a at 1' });
    await fake.say(session('a', '2'), session('a', '3'));
    expect((await all.next()).value).toMatchObject({ title: 'a at 3' });
  });

  test('its session is deleted → told, and over', async () => {
    const onDeleted = jest.fn();
    const all = feed.follow({ sessionId: 'a', onDeleted });
    const next = all.next();
    await fake.say();
    fake.current?.onDeleted?.('b');
    fake.current?.onDeleted?.('a');
    expect(await next).toEqual({ done: true, value: undefined });
    expect(onDeleted.mock.calls).toEqual([['a']]);
  });

  test('its signal aborts → over, and the connection with it', async () => {
    const controller = new AbortController();
    const next = feed.follow({ signal: controller.signal }).next();
    controller.abort();
    expect((await next).done).toBe(true);
    expect(fake.current?.signal?.aborted).toBe(true);
  });
});
