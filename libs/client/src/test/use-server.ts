import type { ClientOptions } from '../client-options.js';
import { type Client, createClient } from '../client.js';
import type { ClientEvent, Run } from '../run/run.js';
import { RawServer } from './raw-server.js';

/** Back-offs that a test does not notice. */
export const FAST = { attempts: 4, firstMs: 2, longestMs: 4 };

/** A server for each test, and a client of it. */
export function useServer(): { server: () => RawServer; client: (options?: Partial<ClientOptions>) => Client } {
  let server: RawServer;
  beforeEach(async () => {
    server = new RawServer();
    await server.listen();
  });
  afterEach(() => server.close());
  return { server: () => server, client: (options) => createClient({ baseUrl: server.url, retry: FAST, ...options }) };
}

export async function eventsOf(run: Run): Promise<ClientEvent[]> {
  const events: ClientEvent[] = [];
  for await (const event of run) events.push(event);
  return events;
}

export const numbersOf = (events: readonly ClientEvent[]): number[] => events.map(({ seq }) => seq);
