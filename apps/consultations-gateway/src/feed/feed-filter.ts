import type { FeedQuery } from '@parley/contracts';
import type { Caller } from '../caller/caller.js';

/** Which sessions of a namespace a follower is told of: all, those that name a user, or one. */
export type FeedFilter = { kind: 'all' } | { kind: 'user'; userId: string } | { kind: 'session'; sessionId: string };

/** One session is one session, whoever asks: as `GET /sessions/{id}`, it is not filtered by user. Lists are. */
export function filterOf(
  { session_id }: Pick<FeedQuery, 'session_id'>,
  { namedUserId }: Pick<Caller, 'namedUserId'>,
): FeedFilter {
  if (session_id !== undefined) return { kind: 'session', sessionId: session_id };
  return namedUserId === undefined ? { kind: 'all' } : { kind: 'user', userId: namedUserId };
}

/** The same for the same filter. */
export function filterKey(filter: FeedFilter): string {
  switch (filter.kind) {
    case 'all':
      return 'all';
    case 'user':
      return `user:${filter.userId}`;
    case 'session':
      return `session:${filter.sessionId}`;
  }
}

/** The keys of all filters that a session fits. */
export const fittingKeys = (sessionId: string, userId: string): string[] =>
  [{ kind: 'all' } as const, { kind: 'user', userId } as const, { kind: 'session', sessionId } as const].map(filterKey);
