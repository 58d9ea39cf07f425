import type { Client, FeedOptions, Session } from '@parley/client';
import { documentVisibility, type PageVisibility } from './page-visibility.js';

export interface FeedListener {
  onSession: (session: Session) => void;
  /** `last`: as it was heard of last, if it was. */
  onDeleted?: (sessionId: string, last: Session | undefined) => void;
  /** These are all own sessions of now, once for each connection. What is gone has been told by then. */
  onListed?: (sessions: ReadonlyMap<string, Session>) => void;
}

/**
 * One feed of all own sessions for everything on this page. Who listens is told what is known already, then every change. It is
 * open while somebody listens and the page is seen; each time it opens, the server tells all sessions anew.
 */
export class SharedFeed {
  readonly #known = new Map<string, Session>();
  readonly #listeners = new Set<FeedListener>();
  #open: AbortController | undefined;

  constructor(
    private readonly client: Pick<Client, 'feed'>,
    private readonly visibility: PageVisibility = documentVisibility,
  ) {
    visibility.subscribe(() => this.#openOrClose());
  }

  /** Answers how to listen no more. */
  listen(listener: FeedListener): () => void {
    this.#listeners.add(listener);
    for (const session of this.#known.values()) listener.onSession(session);
    this.#openOrClose();
    return () => {
      this.#listeners.delete(listener);
      this.#openOrClose();
    };
  }

  tellDeleted(sessionId: string): void {
    const last = this.#known.get(sessionId);
    this.#known.delete(sessionId);
    for (const { onDeleted } of [...this.#listeners]) onDeleted?.(sessionId, last);
  }

  /** As `client.feed`, over the one connection. A slow reader gets the latest of each session. */
  readonly follow = async function* (this: SharedFeed, options: FeedOptions = {}): AsyncGenerator<Session, void> {
    const { sessionId, signal, onDeleted } = options;
    const isWanted = (id: string): boolean => sessionId === undefined || id === sessionId;
    const waiting = new Map<string, Session>();
    let isOver = false;
    let wake: () => void = () => undefined;
    const stop = this.listen({
      onSession: (session) => {
        if (isWanted(session.session_id)) waiting.set(session.session_id, session);
        wake();
      },
      onDeleted: (id) => {
        if (!isWanted(id)) return;
        waiting.delete(id);
        isOver = sessionId !== undefined;
        onDeleted?.(id);
        wake();
      },
    });
    const onAbort = (): void => wake();
    signal?.addEventListener('abort', onAbort);
    try {
      while (!signal?.aborted && !isOver) {
        const [next] = waiting.values();
        if (next) {
          waiting.delete(next.session_id);
          yield next;
        } else await new Promise<void>((resolve) => (wake = resolve));
      }
    } finally {
      signal?.removeEventListener('abort', onAbort);
      stop();
    }
  }.bind(this);

  #openOrClose(): void {
    const isWanted = this.#listeners.size > 0 && !this.visibility.isHidden();
    if (isWanted && !this.#open) void this.#run((this.#open = new AbortController()));
    else if (!isWanted && this.#open) {
      this.#open.abort();
      this.#open = undefined;
    }
  }

  /** A server that refuses is not asked again before the page is seen anew: the feed is an extra. */
  async #run({ signal }: AbortController): Promise<void> {
    const onListed = (told: ReadonlySet<string>): void => {
      if (signal.aborted) return;
      for (const id of [...this.#known.keys()]) if (!told.has(id)) this.tellDeleted(id);
      for (const each of [...this.#listeners]) each.onListed?.(new Map(this.#known));
    };
    const onDeleted = (sessionId: string): void => void (signal.aborted || this.tellDeleted(sessionId));
    try {
      for await (const session of this.client.feed({ signal, onListed, onDeleted })) {
        if (signal.aborted) return;
        this.#take(session);
      }
    } catch {
      // Refused. What is shown is then as fresh as the last request.
    }
  }

  /** What is older than what is known is nothing new. */
  #take(session: Session): void {
    const known = this.#known.get(session.session_id);
    if (known && known.updated_at > session.updated_at) return;
    this.#known.set(session.session_id, session);
    for (const { onSession } of [...this.#listeners]) onSession(session);
  }
}
