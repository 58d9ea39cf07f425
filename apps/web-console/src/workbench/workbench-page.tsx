import type { ReactNode } from 'react';
import { useSessions } from '../sessions/sessions-context.js';
import { PendingCards } from './pending-cards.js';
import { TodoList } from './todo-list.js';
import { useOpenCards } from './use-open-cards.js';
import { useTodos } from './use-todos.js';
import './workbench.css';

/** What waits for the user, over all consultations. */
export function WorkbenchPage(): ReactNode {
  const { sessions, status } = useSessions();
  const cards = useOpenCards(sessions);
  const todos = useTodos(sessions.map(({ updated_at }) => updated_at).join());
  return (
    <div className="workbench-scroller">
      <div className="column workbench">
        <PendingCards cards={cards} status={status} />
        {todos.status !== 'absent' && todos.status !== 'loading' && <TodoList todos={todos} sessions={sessions} />}
      </div>
    </div>
  );
}
