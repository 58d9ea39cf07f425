import { ProblemError, type TodoData } from '@parley/client';
import { useCallback, useEffect, useState } from 'react';
import { useConsole } from '../client/console-context.js';

export interface Todos {
  /** `absent`: this server has no todos. */
  status: 'loading' | 'ready' | 'failed' | 'absent';
  /** Those that have a life of their own: a question of a card is answered in its card. */
  todos: readonly TodoData[];
  reload: () => void;
  complete: (todoId: string) => void;
  dismiss: (todoId: string) => void;
}

const SOON_MS = 400;

/** What is to be done, fetched anew when `changed` changes. */
export function useTodos(changed: string): Todos {
  const { client } = useConsole();
  const [state, setState] = useState<Pick<Todos, 'status' | 'todos'>>({ status: 'loading', todos: [] });

  const reload = useCallback(() => {
    client.todos.list({ status: 'open', limit: 100 }).then(
      ({ items }) => setState({ status: 'ready', todos: items.filter(({ card_id }) => card_id === undefined) }),
      (error: unknown) => {
        const isAbsent = error instanceof ProblemError && error.status === 404;
        setState((before) => ({ ...before, status: isAbsent ? 'absent' : 'failed' }));
      },
    );
  }, [client]);

  const isAbsent = state.status === 'absent';
  useEffect(() => {
    if (isAbsent) return;
    const timer = setTimeout(reload, SOON_MS);
    return () => clearTimeout(timer);
  }, [reload, changed, isAbsent]);

  const settle = (verb: 'complete' | 'dismiss', todoId: string): void => {
    setState((before) => ({ ...before, todos: before.todos.filter(({ todo_id }) => todo_id !== todoId) }));
    void client.todos[verb](todoId).then(reload, reload);
  };
  return {
    ...state,
    reload,
    complete: (todoId) => settle('complete', todoId),
    dismiss: (todoId) => settle('dismiss', todoId),
  };
}
