import { createContext, useContext, useSyncExternalStore } from 'react';
import type { SessionList, SessionListState } from './session-list.js';

export const SessionsContext = createContext<SessionList | undefined>(undefined);

export function useSessionList(): SessionList {
  const list = useContext(SessionsContext);
  if (!list) throw new Error('there is no SessionsContext above this component');
  return list;
}

export function useSessions(): SessionListState {
  const { subscribe, getSnapshot } = useSessionList();
  return useSyncExternalStore(subscribe, getSnapshot);
}
