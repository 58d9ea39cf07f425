import type { Session } from '@parley/contracts';
import type { Client } from '../client.js';
import { isHidden, onVisibility } from '../http/page.js';
import type { ProblemError } from '../problem-error.js';

export interface WatchOptions {
  sessionId: string;
  signal: AbortSignal;
  onSession: (session: Session) => void;
  onDeleted: () => void;
  /** The server is there; the session is not, as far as was ever told. */
  onAbsent: () => void;
}

/**
 * Tells the session as it is and after each change, until `signal` aborts. A page that is hidden does not listen: browsers have
 * few connections, and the feed begins with how things are. Answers how to begin again where the server refused: it is an
 * extra, so that is no error; a session that is not there yet has no feed.
 */
export function watchFeed(client: Client, { sessionId, signal, onSession, onDeleted, onAbsent }: WatchOptions): () => void {
  let listening: AbortController | undefined;
  let wasThere = false;

  const listen = async (): Promise<void> => {
    if (listening || isHidden() || signal.aborted) return;
    const mine = (listening = new AbortController());
    try {
      for await (const session of client.feed({ sessionId, onDeleted, signal: mine.signal })) {
        wasThere = true;
        if (!mine.signal.aborted) onSession(session);
      }
    } catch (error) {
      // What was there was deleted while nobody listened.
      if ((error as ProblemError).code === 'session_not_found') (wasThere ? onDeleted : onAbsent)();
    }
    if (listening === mine) listening = undefined;
  };
  const stop = (): void => {
    listening?.abort();
    listening = undefined;
  };

  onVisibility(() => (isHidden() ? stop() : void listen()), signal);
  signal.addEventListener('abort', stop, { once: true });
  void listen();
  return () => void listen();
}
