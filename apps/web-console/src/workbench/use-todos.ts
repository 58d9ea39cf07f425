import { useEffect, useState, useSyncExternalStore } from 'react';
import { useConsole } from '../client/console-context.js';
import { Todos, type TodosState } from './todos.js';

/** Changes that come together are looked at once. */
const SOON_MS = 400;

/** What is to be done, fetched when the page is looked at, and anew when `changed` changes. */
export function useTodos(changed: string): TodosState & Pick<Todos, 'load' | 'settle'> {
  const { client } = useConsole();
  const [todos] = useState(() => new Todos(client));
  const state = useSyncExternalStore(todos.subscribe, todos.getSnapshot);
  const isAbsent = state.status === 'absent';

  useEffect(() => {
    if (isAbsent) return;
    const timer = setTimeout(() => void todos.load(), SOON_MS);
    const onSeen = (): void => void (document.visibilityState === 'visible' && todos.load());
    document.addEventListener('visibilitychange', onSeen);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onSeen);
    };
  }, [todos, changed, isAbsent]);
  return { ...state, load: todos.load, settle: todos.settle };
}
