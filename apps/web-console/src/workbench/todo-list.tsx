import { CheckOutlined } from '@ant-design/icons';
import type { Session, TodoData } from '@parley/client';
import { Alert, Button } from 'antd';
import type { ReactNode } from 'react';
import { hrefOf } from '../app/route.js';
import { shortTime } from '../language/format.js';
import { useLanguage, useTexts } from '../language/language.js';
import type { Todos } from './use-todos.js';

export function TodoList({ todos, sessions }: { todos: Todos; sessions: readonly Session[] }): ReactNode {
  const { workbench, errors } = useTexts();
  const retry = (
    <Button size="small" onClick={todos.reload}>
      {errors.retry}
    </Button>
  );
  return (
    <section aria-labelledby="todos">
      <h2 id="todos">
        {workbench.todos} {todos.todos.length > 0 && <span className="count">{todos.todos.length}</span>}
      </h2>
      {todos.status === 'failed' && <Alert type="warning" title={workbench.failed} action={retry} />}
      {todos.status === 'ready' && todos.todos.length === 0 && <p className="muted">{workbench.noTodos}</p>}
      <ul className="entries">
        {todos.todos.map((todo) => (
          <Entry
            key={todo.todo_id}
            todo={todo}
            todos={todos}
            session={sessions.find(({ session_id }) => session_id === todo.session_id)}
          />
        ))}
      </ul>
    </section>
  );
}

function Entry({ todo, todos, session }: { todo: TodoData; todos: Todos; session: Session | undefined }): ReactNode {
  const { workbench } = useTexts();
  const language = useLanguage();
  const { todo_id, title, due_at, session_id } = todo;
  const about = [due_at && workbench.due(shortTime(due_at, language)), session?.title].filter(Boolean).join(' · ');
  return (
    <li className="entry">
      <span className="entry-text">
        <a href={hrefOf({ page: 'consultation', sessionId: session_id })}>{title}</a>
        <span className="muted">{about}</span>
      </span>
      <Button type="text" onClick={() => todos.dismiss(todo_id)}>
        {workbench.dismiss}
      </Button>
      <Button icon={<CheckOutlined />} onClick={() => todos.complete(todo_id)}>
        {workbench.complete}
      </Button>
    </li>
  );
}
