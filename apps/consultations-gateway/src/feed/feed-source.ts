import { type FeedSession, type Page, ParleyError, threadIdOf } from '@parley/contracts';
import { newTraceId, type StoreClient, withLogContext } from '@parley/platform';
import type { Caller } from '../caller/caller.js';
import type { AtMost } from './at-most.js';
import type { FeedFilter } from './feed-filter.js';

const PAGE_SIZE = 100;

/** Reads the sessions of one namespace for its feeds, each call under a trace id of its own. */
export class FeedSource {
  constructor(
    private readonly store: Pick<StoreClient, 'call'>,
    private readonly namespace: Pick<Caller, 'tenantId' | 'owner'>,
    /** Of all namespaces: when Pub/Sub comes back each of them is listed anew. */
    private readonly limit: AtMost,
  ) {}

  /** Undefined where there is none (any more). Throws where it cannot be known. */
  async read(sessionId: string): Promise<FeedSession | undefined> {
    const threadId = threadIdOf({ ...this.namespace, sessionId });
    try {
      return await this.ask({ session_id: sessionId }, () => this.store.call('feed.session', { thread_id: threadId }));
    } catch (error) {
      if (error instanceof ParleyError && error.code === 'session_not_found') return undefined;
      throw error;
    }
  }

  /** All that fit, page by page: each is read when it is asked for. */
  async *pages(filter: FeedFilter): AsyncGenerator<FeedSession[], void> {
    if (filter.kind === 'session') {
      const found = await this.read(filter.sessionId);
      if (found) yield [found];
      return;
    }
    let cursor: string | null | undefined;
    do {
      const page: Page<FeedSession> = await this.ask({}, () => this.store.call('feed.list', this.request(filter, cursor)));
      yield page.items;
      cursor = page.next_cursor;
    } while (cursor !== null);
  }

  private request(filter: Exclude<FeedFilter, { kind: 'session' }>, cursor: string | null | undefined) {
    return {
      ...{ tenant_id: this.namespace.tenantId, owner: this.namespace.owner, limit: PAGE_SIZE },
      ...(filter.kind === 'user' && { user_id: filter.userId }),
      ...(cursor != null && { cursor }),
    };
  }

  /** It is done for all followers, whoever's request began it. */
  private ask<T>(fields: { session_id?: string }, call: () => Promise<T>): Promise<T> {
    return this.limit.run(() => withLogContext({ trace_id: newTraceId(), ...fields }, call));
  }
}
