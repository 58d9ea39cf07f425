import type { Session } from '@parley/contracts';
import { type Http, parse } from '../http/http.js';
import { persist } from '../http/persist.js';
import type { SilenceWatch } from '../http/silence-watch.js';

export interface FeedOptions {
  /** Only this one. */
  sessionId?: string;
  /** Ends the feed; also while it is silent, which leaving the loop cannot. */
  signal?: AbortSignal;
  /** This session is gone. Where it is the only one, the feed ends. */
  onDeleted?: (sessionId: string) => void;
  /** All sessions of now have been told, once for each connection; those it told so far. What is not among them is gone. */
  onListed?: (sessionIds: ReadonlySet<string>) => void;
}

/**
 * Sessions as they are now, then each after every change. Reconnects for as long as it is listened to, and then tells all of
 * them again. Throws ProblemError where the server refuses.
 */
export async function* followFeed(http: Http, options: FeedOptions = {}): AsyncGenerator<Session, void> {
  const { sessionId, signal, onDeleted, onListed } = options;
  const call = { path: '/feed', query: { session_id: sessionId } };
  async function* attempt(watch: SilenceWatch): AsyncGenerator<Session, void> {
    const told = new Set<string>();
    for await (const { event, data } of http.frames(call, watch)) {
      const session = (parse(data) as { data: Session }).data;
      if (event === 'session') {
        told.add(session.session_id);
        yield session;
      } else if (event === 'listed') onListed?.(told);
      else if (event === 'deleted') {
        onDeleted?.(session.session_id);
        if (sessionId) return;
      }
    }
  }
  try {
    yield* persist(attempt, { ...http, limits: { ...http.limits, attempts: Infinity }, signal });
  } catch (error) {
    if (!signal?.aborted) throw error;
  }
}
