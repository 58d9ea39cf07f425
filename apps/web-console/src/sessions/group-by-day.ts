import type { Session } from '@parley/client';
import { dayOf } from '../language/format.js';

export type DayGroup = 'today' | 'yesterday' | 'earlier';

/** Sessions under the day of their latest change, in the order in which they come. Groups without any are left out. */
export function groupByDay(sessions: readonly Session[], nowMs = Date.now()): { group: DayGroup; sessions: Session[] }[] {
  const groups: Record<DayGroup, Session[]> = { today: [], yesterday: [], earlier: [] };
  for (const session of sessions) groups[groupOf(dayOf(nowMs) - dayOf(Date.parse(session.updated_at)))].push(session);
  return (['today', 'yesterday', 'earlier'] as const)
    .map((group) => ({ group, sessions: groups[group] }))
    .filter((entry) => entry.sessions.length > 0);
}

/** A clock that is behind the server's makes no tomorrow. */
const groupOf = (daysAgo: number): DayGroup => (daysAgo <= 0 ? 'today' : daysAgo === 1 ? 'yesterday' : 'earlier');
