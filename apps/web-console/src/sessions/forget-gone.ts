import { drafts } from '../card/draft.js';
import type { ConsoleClient } from '../client/console-client.js';
import { localStore } from '../storage/local-store.js';
import { draftSweep } from './draft-sweep.js';

/** What this browser keeps of sessions goes with them, wherever they were deleted. Answers how to end. */
export function forgetGone({ feed, runEvents }: Pick<ConsoleClient, 'feed' | 'runEvents'>): () => void {
  const { forget, sweep } = draftSweep(localStore, drafts.drop);
  return feed.listen({
    onSession: () => undefined,
    onDeleted: (sessionId, last) => {
      forget(sessionId, last?.awaiting_card);
      runEvents.clear(sessionId);
    },
    onListed: (sessions) => sweep(sessions.values()),
  });
}
