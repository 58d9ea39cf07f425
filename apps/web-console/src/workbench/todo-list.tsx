import { CheckOutlined } from '@ant-design/icons';
import type { Session, TodoData } from '@parley/client';
import { Alert, App, Button } from 'antd';
import type { ReactNode } from 'react';
import { hrefOf } from '../app/route.js';
import { errorText } from '../connection/error-text.js';
import { shortTime } from '../language/format.js';
import { useLanguage, useTexts } from '../language/language.js';
import type { Todos, TodosState, TodoVerb } from './todos.js';

export interface TodoListProps {
  todos: TodosState & Pick<Todos, 'load' | 'settle'>;
  sessions: readonly Session[];
}

export function TodoList({ todos: { status, todos, load, settle }, sessions }: TodoListProps): ReactNode {
  const { workbench, errors } = useTexts();
  const { message } = App.useApp();
  const retry = (
    <Button size="small" onClick={() => void load()}>
      {errors.retry}
    </Button>
  );
  const onSettle = (verb: TodoVerb, todoId: string): void =>
    void settle(verb, todoId).catch((error: Error) => message.error(errorText(error, errors)));
  return (
    <section aria-labelledby="todos">
      <h2 id="todos">
        {workbench.todos} {todos.length > 0 && <span className="count">{todos.length}</span>}
      </h2>
      {status === 'failed' && <Alert type="warning" title={workbench.failed} action={retry} />}
      {status === 'ready' && todos.length === 0 && <p className="muted">{workbench.noTodos}</p>}
      <ul className="entries">
        {todos.map((todo) => (
          <Entry
            key={todo.todo_id}
            todo={todo}
            onSettle={onSettle}
            session={sessions.find(({ session_id }) => session_id === todo.session_id)}
          />
        ))}
      </ul>
    </section>
  );
}

interface EntryProps {
  todo: TodoData;
  onSettle: (verb: TodoVerb, todoId: string) => void;
  session: Session | undefined;
}

function Entry({ todo, onSettle, session }: EntryProps): ReactNode {
  const { workbench } = useTexts();
  const language = useLanguage();
  const { todo_id, title, due_at, session_id } = todo;
  const about = [due_at && workbench.due(shortTime(due_at, language)), session?.title].filter(Boolean).join(' · ');
  return (
    <li className="entry todo">
      <span className="entry-text">
        <a href={hrefOf({ page: 'consultation', sessionId: session_id })}>{title}</a>
        <span className="muted">{about}</span>
      </span>
      <span className="todo-buttons">
        <Button type="text" aria-label={`${workbench.dismiss}: ${title}`} onClick={() => onSettle('dismiss', todo_id)}>
          {workbench.dismiss}
        </Button>
        <Button
          icon={<CheckOutlined />}
          aria-label={`${workbench.complete}: ${title}`}
          onClick={() => onSettle('complete', todo_id)}
        >
          {workbench.complete}
        </Button>
      </span>
    </li>
  );
}
