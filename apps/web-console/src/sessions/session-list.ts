import type { Client, Session } from '@parley/client';
import type { SharedFeed } from '../client/shared-feed.js';

export interface SessionListState {
  /** The latest first. */
  sessions: readonly Session[];
  /** Of the list as a whole. What is known is in `sessions`, whatever it says. */
  status: 'loading' | 'ready' | 'failed';
  /** The page that comes next: none, one to be asked for, one that is on its way, one that did not come. */
  more: 'none' | 'there' | 'loading' | 'failed';
}

const PAGE = 50;

/** The feed begins with all sessions, one by one: what comes together is shown together. */
const TOGETHER_MS = 20;

/** The user's sessions: pages of them from the server, and what the feed tells, which in the end is all of them. */
export class SessionList {
  #state: SessionListState = { sessions: [], status: 'loading', more: 'none' };
  readonly #sessions = new Map<string, Session>();
  /** By this page: when they were made. What is still told of them is old, unless it is of another one with the same id. */
  readonly #deleted = new Map<string, string>();
  readonly #listeners = new Set<() => void>();
  #cursor: string | undefined;
  #loading: Promise<void> | undefined;
  /** Whether there is more than the state says: it is put in order when somebody looks. */
  #isStale = false;
  #soon: ReturnType<typeof setTimeout> | undefined;
  /** Whether the feed has told all. */
  #isListed = false;

  constructor(
    private readonly client: Pick<Client, 'sessions'>,
    private readonly feed: Pick<SharedFeed, 'listen' | 'tellDeleted'>,
  ) {}

  readonly getSnapshot = (): SessionListState => {
    if (this.#isStale) this.#sort();
    return this.#state;
  };

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** Begins; answers how to end. */
  readonly open = (): (() => void) => {
    void this.load();
    return this.feed.listen({
      onSession: (session) => {
        if (this.#take([session])) this.#showSoon();
      },
      onDeleted: (sessionId) => {
        this.#sessions.delete(sessionId);
        this.#show({});
      },
      onListed: (all) => {
        this.#isListed = true;
        for (const id of [...this.#sessions.keys()]) if (!all.has(id)) this.#sessions.delete(id);
        this.#show({ status: 'ready', more: 'none' });
      },
    });
  };

  /** Fetches the first page, or the next one. Who asks while one is on its way waits for that one. */
  readonly load = (): Promise<void> =>
    (this.#loading ??= this.#load().finally(() => {
      this.#loading = undefined;
    }));

  /** Deletes it here and at the server. Rejects as `client.sessions.delete`; it is still there then. */
  readonly delete = async (sessionId: string): Promise<void> => {
    await this.client.sessions.delete(sessionId);
    this.#deleted.set(sessionId, this.#sessions.get(sessionId)?.created_at ?? '');
    this.feed.tellDeleted(sessionId);
  };

  async #load(): Promise<void> {
    const isFirst = this.#state.status !== 'ready';
    this.#show(isFirst ? { status: 'loading' } : { more: 'loading' });
    try {
      const { items, next_cursor } = await this.client.sessions.list({ limit: PAGE, cursor: this.#cursor });
      this.#cursor = next_cursor ?? undefined;
      // The feed is ahead of a page that was read before it had told all.
      if (!this.#isListed) this.#take(items);
      this.#show({ status: 'ready', more: next_cursor === null || this.#isListed ? 'none' : 'there' });
    } catch {
      if (this.#isListed) this.#show({ status: 'ready', more: 'none' });
      else this.#show(isFirst ? { status: 'failed' } : { more: 'failed' });
    }
  }

  /** Answers whether there was news. */
  #take(sessions: readonly Session[]): boolean {
    let isNewer = false;
    for (const session of sessions) {
      const known = this.#sessions.get(session.session_id);
      const isNews = !known || known.updated_at < session.updated_at;
      const deleted = this.#deleted.get(session.session_id);
      const isGone = deleted !== undefined && session.created_at <= deleted;
      if (!isNews || isGone) continue;
      this.#sessions.set(session.session_id, session);
      isNewer = true;
    }
    return isNewer;
  }

  #showSoon(): void {
    this.#isStale = true;
    this.#soon ??= setTimeout(() => this.#show({}), TOGETHER_MS);
  }

  #show(change: Partial<SessionListState>): void {
    clearTimeout(this.#soon);
    this.#soon = undefined;
    this.#state = { ...this.#state, ...change };
    this.#sort();
    for (const listener of this.#listeners) listener();
  }

  #sort(): void {
    const sessions = [...this.#sessions.values()].sort(byLatest);
    this.#state = { ...this.#state, sessions };
    this.#isStale = false;
  }
}

const byLatest = ({ updated_at: one }: Session, { updated_at: other }: Session): number =>
  one === other ? 0 : one < other ? 1 : -1;
