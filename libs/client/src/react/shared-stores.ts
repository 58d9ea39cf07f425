import type { Client } from '../client.js';
import { ConsultationStore } from '../store/consultation-store.js';

const stores = new WeakMap<Client, Map<string, ConsultationStore>>();

/** One store for all components that show the same consultation at the same time. */
export function sharedStore(client: Client, sessionId: string): ConsultationStore {
  const shared = storesOf(client);
  const store = shared.get(sessionId) ?? new ConsultationStore(client, sessionId);
  shared.set(sessionId, store);
  return store;
}

/** Opens it for one more component. Answers how to close it again; after the last one the next component gets a new store. */
export function openShared(client: Client, store: ConsultationStore): () => void {
  const shared = storesOf(client);
  shared.set(store.sessionId, store);
  const close = store.open();
  return () => {
    close();
    if (!store.isOpen) shared.delete(store.sessionId);
  };
}

function storesOf(client: Client): Map<string, ConsultationStore> {
  const shared = stores.get(client) ?? new Map<string, ConsultationStore>();
  stores.set(client, shared);
  return shared;
}
