import type { Session } from '@parley/contracts';
import type { Http } from '../http/http.js';
import { persist } from '../http/persist.js';
import { wellFormed } from '../http/read-frames.js';
import type { SilenceWatch } from '../http/silence-watch.js';
import type { ProblemError } from '../problem-error.js';
import { guarded } from '../uncaught.js';

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
  const gone = (id: string): void => guarded(() => onDeleted?.(id));
  let isThere = false;
  async function* attempt(watch: SilenceWatch): AsyncGenerator<Session, void> {
    const told = new Set<string>();
    for await (const { event, data } of http.frames(call, watch)) {
      if (event === 'listed') guarded(() => onListed?.(told));
      if (event !== 'session' && event !== 'deleted') continue;
      const session = wellFormed(event, () => (JSON.parse(data) as { data?: Session }).data);
      const { session_id } = session;
      if (event === 'session') {
        isThere = true;
        told.add(session_id);
        yield session;
      } else {
        gone(session_id);
        if (sessionId) return;
      }
    }
  }
  try {
    yield* persist(attempt, { ...http, limits: { ...http.limits, attempts: Infinity, retryAfterMs: Infinity }, signal });
  } catch (error) {
    if (signal?.aborted) return;
    // Deleted while there was no connection.
    if (!isThere || (error as Partial<ProblemError> | undefined)?.code !== 'session_not_found') throw error;
    gone(sessionId as string);
  }
}
