import { type Client, ProblemError } from '@parley/client';
import type { RunEvents } from '../client/run-events.js';

/**
 * Reads the latest run of a session from its log; one that is here already is not read again. On a session object of its own: it
 * takes nobody's place. A session that is not there yet has no run. Rejects where there is one that cannot be read; a run that
 * failed is read like any other.
 */
export async function loadLatestRun(client: Client, runEvents: RunEvents, sessionId: string): Promise<void> {
  const messages = await client
    .session(sessionId)
    .messages()
    .catch((error: unknown) => {
      if (error instanceof ProblemError && error.status === 404) return [];
      throw error;
    });
  const runId = messages.at(-1)?.run_id;
  if (runId === undefined || runEvents.of(sessionId).some((run) => run.runId === runId)) return;
  const isRead = runEvents.expectReplay(runId);
  try {
    await client.session(sessionId).follow({ runId }).result;
  } finally {
    isRead();
  }
}
