import type { Client, Session } from '@parley/client';
import type { SharedFeed } from '../client/shared-feed.js';

export interface SessionListState {
  /** The latest first. */
  sessions: readonly Session[];
  status: 'loading' | 'ready' | 'failed';
  hasMore: boolean;
}

const PAGE = 50;

/** The user's sessions: a page of them from the server, and what the feed tells from then on. */
export class SessionList {
  #state: SessionListState = { sessions: [], status: 'loading', hasMore: false };
  readonly #sessions = new Map<string, Session>();
  /** By this page. What is still told of them is old. */
  readonly #deleted = new Set<string>();
  readonly #listeners = new Set<() => void>();
  #cursor: string | undefined;

  constructor(
    private readonly client: Client,
    private readonly feed: SharedFeed,
  ) {}

  readonly getSnapshot = (): SessionListState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** Begins; answers how to end. */
  readonly open = (): (() => void) => {
    void this.load();
    return this.feed.listen({
      onSession: (session) => {
        this.#take([session]);
        this.#show({});
      },
      onDeleted: (sessionId) => {
        this.#sessions.delete(sessionId);
        this.#show({});
      },
    });
  };

  /** Fetches the first page, or the next one. */
  readonly load = async (): Promise<void> => {
    try {
      const { items, next_cursor } = await this.client.sessions.list({ limit: PAGE, cursor: this.#cursor });
      this.#cursor = next_cursor ?? undefined;
      this.#take(items);
      this.#show({ status: 'ready', hasMore: next_cursor !== null });
    } catch {
      this.#show({ status: this.#sessions.size > 0 ? 'ready' : 'failed' });
    }
  };

  /** Deletes it here and at the server. Rejects as `client.sessions.delete`; it is still there then. */
  readonly delete = async (sessionId: string): Promise<void> => {
    await this.client.sessions.delete(sessionId);
    this.#deleted.add(sessionId);
    this.feed.tellDeleted(sessionId);
  };

  #take(sessions: readonly Session[]): void {
    for (const session of sessions) {
      const known = this.#sessions.get(session.session_id);
      const isNews = !known || known.updated_at <= session.updated_at;
      if (isNews && !this.#deleted.has(session.session_id)) this.#sessions.set(session.session_id, session);
    }
  }

  #show(change: Partial<SessionListState>): void {
    const sessions = [...this.#sessions.values()].sort((one, other) => (one.updated_at < other.updated_at ? 1 : -1));
    this.#state = { ...this.#state, ...change, sessions };
    for (const listener of this.#listeners) listener();
  }
}
