import type { Client } from '@parley/client';
import type { RunEvents } from '../client/run-events.js';

/** Reads the latest run of a session from its log, as far as that is still there. On a session object of its own: it takes nobody's place. */
export async function loadLatestRun(client: Client, runEvents: RunEvents, sessionId: string): Promise<void> {
  const messages = await client
    .session(sessionId)
    .messages()
    .catch(() => []);
  const runId = messages.at(-1)?.run_id;
  if (runId === undefined || runEvents.of(sessionId).some((run) => run.runId === runId)) return;
  runEvents.expectReplay(runId);
  await client
    .session(sessionId)
    .follow({ runId })
    .result.catch(() => undefined);
}
