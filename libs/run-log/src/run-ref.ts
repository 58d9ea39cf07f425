import type { RunId, ThreadId } from '@parley/contracts';

/** Which run: its log, head and text are keys of its thread. */
export interface RunRef {
  threadId: ThreadId;
  runId: RunId;
}
