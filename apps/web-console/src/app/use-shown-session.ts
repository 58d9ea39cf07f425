import { useState } from 'react';
import { useConsole } from '../client/console-context.js';
import type { Route } from './route.js';

/** A session nobody has written in yet. */
interface FreshSession {
  id: string;
  /** Whether it was opened as a consultation of its own: the next new one is another one then. */
  isTaken: boolean;
}

/**
 * Which session a route shows. A new consultation has its id from the start, and keeps it when its first message gives it an
 * address: nothing on the page changes then.
 */
export function useShownSession(route: Route): string | undefined {
  const { client } = useConsole();
  const newSession = (): FreshSession => ({ id: client.session().id, isTaken: false });
  const [fresh, setFresh] = useState(newSession);

  if (route.page === 'consultation') {
    if (route.sessionId === fresh.id && !fresh.isTaken) setFresh({ ...fresh, isTaken: true });
    return route.sessionId;
  }
  if (route.page === 'workbench') return undefined;
  if (fresh.isTaken) setFresh(newSession());
  return fresh.id;
}
