import type { Client, PublicAgent } from '@parley/client';
import { createContext, useCallback, useContext, useEffect, useState } from 'react';

export interface Agents {
  agents: readonly PublicAgent[];
  status: 'loading' | 'ready' | 'failed';
  reload: () => void;
}

export const AgentsContext = createContext<Agents>({ agents: [], status: 'loading', reload: () => undefined });

export const useAgents = (): Agents => useContext(AgentsContext);

/** The agents a user can choose, fetched once. */
export function useLoadedAgents(client: Client): Agents {
  const [state, setState] = useState<Omit<Agents, 'reload'>>({ agents: [], status: 'loading' });
  const reload = useCallback(() => {
    setState((before) => ({ ...before, status: 'loading' }));
    client.agents().then(
      (agents) => setState({ agents, status: 'ready' }),
      () => setState({ agents: [], status: 'failed' }),
    );
  }, [client]);
  useEffect(reload, [reload]);
  return { ...state, reload };
}
