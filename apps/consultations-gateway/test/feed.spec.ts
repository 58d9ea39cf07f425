import { setTimeout as delay } from 'node:timers/promises';
import { ParleyError, type Session, threadIdOf, type ThreadId } from '@parley/contracts';
import { Drain } from '@parley/platform';
import { Feeds } from '../src/feed/feeds.js';
import { startGateway, type TestGateway, until } from './gateway.js';

let gateway: TestGateway;
beforeEach(async () => (gateway = await startGateway({ SSE_KEEPALIVE_MS: '100', STALLED_READER_MS: '300' })));
afterEach(() => gateway.stop());

const threadOf = (sessionId: string): ThreadId => threadIdOf({ tenantId: 'default', owner: '-', sessionId });
const followed = (): number => gateway.app.get(Feeds, { strict: false }).size;

const AT = '2026-01-01T00:00:00.000Z';
const shown = (session_id: string, fields: Partial<Session> = {}): string => {
  const session = {
    ...{ session_id, agent_id: 'echo', title: '', created_at: AT, updated_at: AT, turn: 0 },
    active_run_id: null,
    awaiting_card: null,
  };
  return `event: session\ndata: ${JSON.stringify({ type: 'session', data: { ...session, ...fields } })}\n\n`;
};
const LISTED = 'event: listed\ndata: {"type":"listed","data":{}}\n\n';

/** What comes on a feed: its bytes without comments, and how many comments. */
class Bytes {
  text = '';
  comments = 0;
  /** The server has ended it. */
  isOver = false;

  constructor(readonly response: Response) {
    this.read().catch(() => undefined); // The test is over.
  }

  async until(text: string): Promise<void> {
    await until(() => this.text === text, `${text}; there is ${this.text}`);
  }

  private async read(): Promise<void> {
    let all = '';
    for await (const bytes of this.response.body ?? []) {
      all += Buffer.from(bytes as Uint8Array).toString();
      this.comments = all.split(': keepalive\n\n').length - 1;
      this.text = all.replaceAll(': keepalive\n\n', '');
    }
    this.isOver = true;
  }
}

const feed = async (query = '', headers: Record<string, string> = {}): Promise<Bytes> =>
  new Bytes(await gateway.fetch(`/feed${query}`, { headers }));

const problemOf = async (query: string, headers: Record<string, string> = {}): Promise<[number, string]> => {
  const response = await gateway.fetch(`/feed${query}`, { headers });
  return [response.status, ((await response.json()) as { code: string }).code];
};

describe('GET /feed', () => {
  it('sessions that are there, change, go → their frames, to the letter, under the headers of an event stream', async () => {
    gateway.store.addSession(threadOf('s1'));
    const bytes = await feed();
    expect(bytes.response.status).toBe(200);
    expect(Object.fromEntries(bytes.response.headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
      'x-trace-id': expect.any(String) as string,
    });
    expect(bytes.response.headers.has('x-run-id')).toBe(false);
    await bytes.until(shown('s1') + LISTED);
    const title = 'a\r\nevent: session\u2028 🙂';
    await gateway.store.change(threadOf('s1'), { turn: 1, title, active_run_id: 'chat-1' });
    const changed = shown('s1', { turn: 1, title, active_run_id: 'chat-1' });
    await bytes.until(shown('s1') + LISTED + changed);
    await gateway.store.change(threadOf('s1'), undefined);
    await bytes.until(`${shown('s1')}${LISTED}${changed}event: deleted\ndata: {"type":"deleted","data":{"session_id":"s1"}}\n\n`);
  });

  it('nothing happens → a comment in each stretch of silence, and nobody is asked anything', async () => {
    const bytes = await feed();
    await bytes.until(LISTED);
    const calls = gateway.store.calls.length;
    await until(() => bytes.comments >= 3, 'comments');
    expect([bytes.text, gateway.store.calls.length]).toEqual([LISTED, calls]);
  });

  it.each([
    ['?session_id=s%201', 'session_id'],
    ['?session_id=', 'session_id'],
    ['?session=s1', 'session'],
    ['?user_id=', 'user_id'],
    ['?session_id=s1&session_id=s2', 'session_id'],
  ])('%s → 400', async (query) => {
    expect(await problemOf(query)).toEqual([400, 'validation_failed']);
  });

  it('a session that there is not → 404 as a problem, nobody follows', async () => {
    expect(await problemOf('?session_id=nobody')).toEqual([404, 'session_not_found']);
    expect(followed()).toBe(0);
  });

  it('one session → it alone, whoever asks; the feed ends when it is gone', async () => {
    for (const id of ['s1', 's2']) gateway.store.addSession(threadOf(id));
    const bytes = await feed('?session_id=s1', { 'x-user-id': 'somebody' });
    await gateway.store.change(threadOf('s2'), { turn: 1 });
    await gateway.store.change(threadOf('s1'), { turn: 1 });
    await until(() => bytes.text.endsWith(shown('s1', { turn: 1 })), 'the change');
    expect(bytes.text).not.toContain('s2');
    await gateway.store.change(threadOf('s1'), undefined);
    await until(() => bytes.isOver, 'the end');
    expect(bytes.text.endsWith('event: deleted\ndata: {"type":"deleted","data":{"session_id":"s1"}}\n\n')).toBe(true);
    expect(followed()).toBe(0);
  });

  it.each([
    ['?user_id=bob', {}],
    ['', { 'x-user-id': 'bob' }],
  ])('a user is named (%s %j) → only sessions that name this user', async (query, headers) => {
    gateway.store.addSession(threadOf('s1'));
    const [bob, owner] = [await feed(query, headers), await feed('?user_id=anonymous')];
    await owner.until(shown('s1') + LISTED);
    await gateway.store.change(threadOf('s1'), { turn: 1 });
    await owner.until(shown('s1') + LISTED + shown('s1', { turn: 1 }));
    expect(bob.text).toBe(LISTED);
  });

  it('the store does not answer → 503 as a problem', async () => {
    gateway.store.answers['feed.list'] = () => {
      throw new ParleyError('store_unavailable');
    };
    expect(await problemOf('')).toEqual([503, 'store_unavailable']);
    expect(followed()).toBe(0);
  });

  it('its readers leave → nothing is left', async () => {
    const leaving = [new AbortController(), new AbortController()];
    for (const { signal } of leaving) await gateway.fetch('/feed', { signal });
    expect(followed()).toBe(1);
    for (const each of leaving) each.abort();
    await until(() => followed() === 0, 'nobody follows');
    await until(async () => (await gateway.redis.pubsub('CHANNELS', 'parley:feed:*')).length === 0, 'no subscription');
  });

  it('a reader leaves while its sessions are being listed → nothing is left', async () => {
    let answer = (): void => undefined;
    const listed = new Promise<void>((resolve) => (answer = resolve));
    gateway.store.answers['feed.list'] = async () => {
      await listed;
      return { items: [], next_cursor: null };
    };
    const leaving = new AbortController();
    const asked = gateway.fetch('/feed', { signal: leaving.signal });
    await until(() => gateway.store.requests('feed.list').length === 1, 'it is listed');
    leaving.abort();
    await expect(asked).rejects.toThrow();
    answer();
    await until(() => followed() === 0, 'nobody follows');
  });

  it('a reader takes nothing while there is much to take → disconnected, and the others go on', async () => {
    const big = 'x'.repeat(256 * 1024);
    for (let n = 0; n < 100; n += 1) gateway.store.addSession(threadOf(`s${n}`));
    for (let n = 0; n < 100; n += 1) await gateway.store.change(threadOf(`s${n}`), { title: big });
    // A body that nobody reads fills up, and then the connection.
    const stalled = await gateway.fetch('/feed');
    const other = await feed('?session_id=s0');
    await delay(600);
    await gateway.store.change(threadOf('s0'), { title: 'short' });
    await until(() => other.text.endsWith(shown('s0', { title: 'short' })), 'the change');
    await expect(stalled.text()).rejects.toThrow();
  });
});

describe('a gateway that leaves', () => {
  it('its feeds end at once, so that their readers come back elsewhere; new ones are refused', async () => {
    const bytes = await feed();
    await bytes.until(LISTED);
    await gateway.app.get(Drain).begin();
    await until(() => bytes.isOver, 'the end');
    expect(await problemOf('')).toEqual([503, 'draining']);
    expect(followed()).toBe(0);
  });

  it('a feed that is just being opened → refused', async () => {
    let answer = (): void => undefined;
    const listed = new Promise<void>((resolve) => (answer = resolve));
    gateway.store.answers['feed.list'] = async () => {
      await listed;
      return { items: [], next_cursor: null };
    };
    const asked = problemOf('');
    await until(() => gateway.store.requests('feed.list').length === 1, 'it is listed');
    const drained = gateway.app.get(Drain).begin();
    answer();
    expect(await asked).toEqual([503, 'draining']);
    await drained;
  });
});
