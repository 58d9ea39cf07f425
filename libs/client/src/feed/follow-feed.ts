import type { Session } from '@parley/contracts';
import { type Http, parse } from '../http/http.js';
import { persist } from '../http/persist.js';

export interface FeedOptions {
  /** Only this one. */
  sessionId?: string;
  /** Ends the feed; also while it is silent, which leaving the loop cannot. */
  signal?: AbortSignal;
}

/**
 * Sessions as they are now, then each after every change. Reconnects for as long as it is listened to, and then tells all of
 * them again. Throws ProblemError where the server refuses.
 */
export async function* followFeed(http: Http, { sessionId, signal }: FeedOptions = {}): AsyncGenerator<Session, void> {
  const call = { path: '/feed', query: { session_id: sessionId } };
  const limits = { ...http.limits, attempts: Infinity };
  try {
    for await (const { event, data } of persist((watch) => http.frames(call, watch), { ...http, limits, signal })) {
      if (event === 'session') yield (parse(data) as { data: Session }).data;
    }
  } catch (error) {
    if (!signal?.aborted) throw error;
  }
}
