import type { Session } from '@parley/client';
import { groupByDay } from './group-by-day.js';

const session = (session_id: string, at: Date): Session => ({
  session_id,
  agent_id: 'a',
  title: '',
  created_at: at.toISOString(),
  updated_at: at.toISOString(),
  turn: 1,
  active_run_id: null,
  awaiting_card: null,
});

test('sessions → under their day by the clock on the wall, in their order; days without any are left out', () => {
  const now = new Date(2026, 2, 10, 0, 30);
  const sessions = [
    session('tomorrow', new Date(2026, 2, 10, 0, 31)),
    session('now', now),
    session('before midnight', new Date(2026, 2, 9, 23, 59)),
    session('two days ago', new Date(2026, 2, 8, 23, 59)),
  ];
  const grouped = groupByDay(sessions, now.getTime()).map(({ group, sessions: of }) => [group, of.map((one) => one.session_id)]);
  expect(grouped).toEqual([
    ['today', ['tomorrow', 'now']],
    ['yesterday', ['before midnight']],
    ['earlier', ['two days ago']],
  ]);
  expect(groupByDay(sessions.slice(3), now.getTime()).map(({ group }) => group)).toEqual(['earlier']);
});
