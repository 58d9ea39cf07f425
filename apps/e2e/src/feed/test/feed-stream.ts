import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import type { OutgoingHttpHeaders } from 'node:http';
import type { FeedEventData, Session } from '@parley/contracts';
import { type GatewayApi, openExchange, type OpenReply } from '@parley/testing';

const KEEPALIVE = ': keepalive\n\n';

export type FeedEvent = { [Name in keyof FeedEventData]: { type: Name; data: FeedEventData[Name] } }[keyof FeedEventData];

/**
 * A feed as it comes. Strict: bytes that are not the protocol's, to the letter, and a session that is told older than it was
 * told before make every method throw.
 */
export class FeedStream {
  readonly events: FeedEvent[] = [];
  /** What a client that follows it shows by now. */
  readonly sessions = new Map<string, Session>();
  comments = 0;
  /** How it ended: by the server, or by a break. */
  ending?: 'whole' | 'broken';
  private fault?: Error;
  private rest = '';
  private readonly news = new EventEmitter().setMaxListeners(0);

  private constructor(readonly reply: OpenReply) {
    void this.read();
  }

  /** Resolves at the headers; rejects where the answer is no feed. */
  static async open(gateway: GatewayApi, query = '', headers: OutgoingHttpHeaders = {}): Promise<FeedStream> {
    const url = `http://127.0.0.1:${gateway.port}/api/v1/consultations/feed${query}`;
    const reply = await openExchange({ method: 'GET', url, headers });
    if (reply.status !== 200) throw new Error(`${reply.status} instead of a feed`);
    return new FeedStream(reply);
  }

  /** Resolves when all sessions that there were have been told. */
  async listed(): Promise<this> {
    await this.until('listed', () => this.events.some(({ type }) => type === 'listed'));
    return this;
  }

  /** Resolves with the session as soon as it is shown like this. */
  async shows(sessionId: string, fields: Partial<Session>): Promise<Session> {
    const isSo = (): boolean => {
      const session = this.sessions.get(sessionId);
      return session !== undefined && Object.entries(fields).every(([name, value]) => session[name as keyof Session] === value);
    };
    await this.until(`${sessionId} ${JSON.stringify(fields)}`, isSo);
    return this.sessions.get(sessionId)!;
  }

  /** Resolves when it was told that the session is gone. */
  async lacks(sessionId: string): Promise<void> {
    await this.until(`${sessionId} is gone`, () =>
      this.events.some((event) => event.type === 'deleted' && event.data.session_id === sessionId),
    );
  }

  /** All that was told of a session, in order. */
  told(sessionId: string): Session[] {
    return this.events.flatMap((event) => (event.type === 'session' && event.data.session_id === sessionId ? [event.data] : []));
  }

  /** Resolves when the stream is over. */
  async ended(): Promise<'whole' | 'broken'> {
    while (!this.ending) await once(this.news, 'news');
    if (this.fault) throw this.fault;
    return this.ending;
  }

  async until(what: string, isThere: () => boolean): Promise<void> {
    while (!isThere()) {
      if (this.fault) throw this.fault;
      if (this.ending) throw new Error(`the feed ended (${this.ending}) without: ${what}`);
      await once(this.news, 'news');
    }
  }

  leave(): void {
    this.reply.body.destroy();
  }

  private async read(): Promise<void> {
    try {
      for await (const text of this.reply.body.setEncoding('utf8') as AsyncIterable<string>) {
        this.rest += text;
        for (let end = this.rest.indexOf('\n\n'); end !== -1; end = this.rest.indexOf('\n\n')) {
          this.take(this.rest.slice(0, end + 2));
          this.rest = this.rest.slice(end + 2);
        }
        this.news.emit('news');
      }
      this.ending = 'whole';
      assert.equal(this.rest, '', 'nothing after the last frame');
    } catch (error) {
      if (!this.reply.body.errored && !this.reply.body.destroyed) this.fault = error as Error;
      this.ending ??= 'broken';
    }
    this.news.emit('news');
  }

  private take(bytes: string): void {
    if (bytes === KEEPALIVE) return void (this.comments += 1);
    const event = JSON.parse(/\ndata: (.*)\n\n$/.exec(bytes)?.[1] ?? 'null') as FeedEvent | null;
    assert.ok(event, `a frame, not ${JSON.stringify(bytes)}`);
    assert.equal(bytes, `event: ${event.type}\ndata: ${JSON.stringify({ type: event.type, data: event.data })}\n\n`);
    this.events.push(event);
    if (event.type === 'deleted') this.sessions.delete(event.data.session_id);
    if (event.type !== 'session') return;
    const before = this.sessions.get(event.data.session_id);
    assert.ok(!before || before.updated_at < event.data.updated_at, `newer than ${JSON.stringify(before)}: ${bytes}`);
    this.sessions.set(event.data.session_id, event.data);
  }
}

/** Feeds of one test file, which leave when the test is over. */
export function useFeeds(): (gateway: GatewayApi, query?: string, headers?: OutgoingHttpHeaders) => Promise<FeedStream> {
  const open: FeedStream[] = [];
  afterEach(() => open.splice(0).forEach((feed) => feed.leave()));
  return async (gateway, query, headers) => {
    const feed = await FeedStream.open(gateway, query, headers);
    open.push(feed);
    return feed.listed();
  };
}
