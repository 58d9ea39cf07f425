import type { PublicAgent } from '@parley/client';
import { localStore } from '../storage/local-store.js';

const KEY = 'agent';

/** Who is asked unless one chooses: the one who was asked last, else the first. */
export function usualAgent(agents: readonly PublicAgent[]): string | undefined {
  const last = localStore.read(KEY);
  return (agents.find(({ agent_id }) => agent_id === last) ?? agents[0])?.agent_id;
}

export const rememberAgent = (agentId: string): void => localStore.write(KEY, agentId);
