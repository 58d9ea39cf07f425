import {
  createContext,
  createElement,
  type ReactNode,
  useContext,
  useEffect,
  useInsertionEffect,
  useMemo,
  useSyncExternalStore,
} from 'react';
import type { Client } from '../client.js';
import { type ConsultationState, INITIAL_STATE } from '../store/consultation-state.js';
import type { ConsultationOptions, ConsultationStore } from '../store/consultation-store.js';
import { openShared, sharedStore } from './shared-stores.js';

const ClientContext = createContext<Client | undefined>(undefined);

/** Gives its client to `useConsultation` below it. */
export function ParleyProvider({ client, children }: { client: Client; children?: ReactNode }): ReactNode {
  return createElement(ClientContext.Provider, { value: client }, children);
}

const ACTIONS = ['send', 'answer', 'cancelCard', 'stop', 'retry', 'restore', 'discard', 'dismissError'] as const;
type Actions = Pick<ConsultationStore, (typeof ACTIONS)[number]>;

export type Consultation = ConsultationState & Actions;

export interface UseConsultationOptions extends ConsultationOptions {
  /** Default: that of the `ParleyProvider`. */
  client?: Client;
}

/**
 * A consultation to be rendered: its state, and what a user can do. It is restored when the first component shows it, shared by
 * all that show it, and left when the last one is gone. Words render once a frame. The functions stay the same.
 */
export function useConsultation(sessionId: string, options: UseConsultationOptions = {}): Consultation {
  const provided = useContext(ClientContext);
  const client = options.client ?? provided;
  if (!client) throw new Error('useConsultation needs a ParleyProvider, or a client in its options');
  const store = useMemo(() => sharedStore(client, sessionId), [client, sessionId]);
  // Before the first component opens it: that may be one that says nothing of them.
  useInsertionEffect(() => {
    Object.assign(store.options, options);
  });
  useEffect(() => openShared(client, store), [client, store]);
  const state = useSyncExternalStore(store.subscribe, store.getSnapshot, () => INITIAL_STATE);
  return useMemo(() => ({ ...state, ...actionsOf(store) }), [state, store]);
}

const actionsOf = (store: ConsultationStore): Actions =>
  Object.fromEntries(ACTIONS.map((name) => [name, store[name]])) as unknown as Actions;
