import type { Session } from '@parley/contracts';

/** What a page knows of its session. */
export interface KnownOfSession {
  /** The number of the latest turn. */
  turn: number;
  runIds: ReadonlySet<string>;
  cardId: string | null;
}

/**
 * Whether something happened elsewhere: a turn this page has not seen, or its card answered, cancelled or lapsed. What the
 * feed tells may be older than what the page knows; that is nothing new.
 */
export function needsRefresh({ turn, runIds, cardId }: KnownOfSession, session: Session): boolean {
  if (session.turn !== turn) return session.turn > turn;
  return session.active_run_id ? !runIds.has(session.active_run_id) : session.awaiting_card !== cardId;
}
