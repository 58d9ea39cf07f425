import type { Client } from '../client.js';
import { ConsultationStore } from '../store/consultation-store.js';

/** By session. Held weakly: what was rendered and never mounted (on a server, suspended, given up) is nobody's to close. */
type Stores = Map<string, WeakRef<ConsultationStore>>;

const stores = new WeakMap<Client, Stores>();

/** One store for all components that show the same consultation at the same time. */
export function sharedStore(client: Client, sessionId: string): ConsultationStore {
  const shared = storesOf(client);
  const known = shared.get(sessionId)?.deref();
  if (known) return known;
  for (const [id, store] of shared) if (!store.deref()) shared.delete(id);
  return share(shared, new ConsultationStore(client, sessionId));
}

/** Opens it for one more component. Answers how to close it again; after the last one the next component gets a new store. */
export function openShared(client: Client, store: ConsultationStore): () => void {
  const shared = storesOf(client);
  share(shared, store);
  const close = store.open();
  return () => {
    close();
    if (!store.isOpen && shared.get(store.sessionId)?.deref() === store) shared.delete(store.sessionId);
  };
}

function share(shared: Stores, store: ConsultationStore): ConsultationStore {
  shared.set(store.sessionId, new WeakRef(store));
  return store;
}

function storesOf(client: Client): Stores {
  const shared = stores.get(client) ?? (new Map() as Stores);
  stores.set(client, shared);
  return shared;
}
