import { type Client, createClient } from '@parley/client';
import { languagePreference } from '../language/language.js';
import { observedSession } from './observed-session.js';
import { RunEvents } from './run-events.js';
import { ServerReach } from './server-reach.js';
import { SharedFeed } from './shared-feed.js';

/** What the console talks to Parley with. */
export interface ConsoleClient {
  /** As that of `@parley/client`, with all feeds over one connection, and the events of runs written down. */
  readonly client: Client;
  readonly feed: SharedFeed;
  readonly runEvents: RunEvents;
  readonly reach: ServerReach;
}

/** The gateway that serves this page, also where a proxy has it below a path. */
const baseUrl = (): string => new URL('.', document.baseURI).href;

export function createConsoleClient(): ConsoleClient {
  const reach = new ServerReach();
  const plain = createClient({
    baseUrl: baseUrl(),
    fetch: reach.fetch,
    // Read for every request: what agents ask and answer follows the language of the page.
    get headers() {
      return { 'accept-language': languagePreference.get() };
    },
  });
  const feed = new SharedFeed(plain);
  const runEvents = new RunEvents();
  const client = { ...plain, feed: feed.follow, session: (id?: string) => observedSession(plain.session(id), runEvents) };
  return { client, feed, runEvents, reach };
}
