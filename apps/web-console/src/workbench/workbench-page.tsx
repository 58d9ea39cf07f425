import type { ReactNode } from 'react';
import { PageHeader } from '../app/page-header.js';
import { useTexts } from '../language/language.js';
import { useSessions } from '../sessions/sessions-context.js';
import { PendingCards } from './pending-cards.js';
import { TodoList } from './todo-list.js';
import { usePendingCards } from './use-pending-cards.js';
import { useTodos } from './use-todos.js';
import './workbench.css';

/** What waits for the user, over all consultations. */
export default function WorkbenchPage({ menuButton }: { menuButton: ReactNode }): ReactNode {
  const { workbench } = useTexts();
  const { sessions, status } = useSessions();
  const cards = usePendingCards(sessions);
  const todos = useTodos(sessions.map(({ updated_at }) => updated_at).join());
  return (
    <>
      <PageHeader start={menuButton} title={workbench.title} about={workbench.hint} />
      <div className="workbench-scroller">
        <div className="column workbench">
          <PendingCards cards={cards} status={status} />
          {todos.status !== 'absent' && todos.status !== 'loading' && <TodoList todos={todos} sessions={sessions} />}
        </div>
      </div>
    </>
  );
}
