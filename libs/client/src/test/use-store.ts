import type { Client } from '../client.js';
import type { ConsultationState } from '../store/consultation-state.js';
import { type ConsultationOptions, ConsultationStore } from '../store/consultation-store.js';
import { FakeConsultation } from './fake-consultation.js';
import type { RawServer } from './raw-server.js';
import { useServer } from './use-server.js';

export interface StoreUnderTest {
  server: () => RawServer;
  client: () => Client;
  /** What the server has stored of the session. */
  there: () => FakeConsultation;
  store: () => ConsultationStore;
  /** Opens the store; resolves when it has restored what there is. */
  opened: () => Promise<ConsultationState>;
  close: () => void;
  /** Resolves with the state as soon as it is like this. */
  until: (isSo: (state: ConsultationState) => boolean) => Promise<ConsultationState>;
}

/** A store of session `s1` for each test, and a server for it. */
export function useStore(options: ConsultationOptions = {}): StoreUnderTest {
  const { server, client } = useServer();
  let there: FakeConsultation;
  let store: ConsultationStore;
  let close: () => void;

  beforeEach(() => {
    there = new FakeConsultation(server());
    store = new ConsultationStore(client(), 's1', options);
    close = () => undefined;
  });
  afterEach(() => close());

  const until = (isSo: (state: ConsultationState) => boolean): Promise<ConsultationState> =>
    new Promise((resolve) => {
      const look = (): void => {
        if (!isSo(store.getSnapshot())) return;
        stop();
        resolve(store.getSnapshot());
      };
      const stop = store.subscribe(look);
      look();
    });

  return {
    server,
    client,
    there: () => there,
    store: () => store,
    opened: () => {
      close = store.open();
      return until(({ status }) => status !== 'restoring');
    },
    close: () => close(),
    until,
  };
}

/** The messages in short. */
export const shown = ({ messages }: ConsultationState): string[] =>
  messages.map(({ role, content, state }) => `${role} ${content} (${state})`);
