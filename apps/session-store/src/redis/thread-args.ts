import { threadBase, type ThreadId } from '@parley/contracts';
import type { ScriptArg } from '@parley/run-log';
import type { SessionStoreConfig } from '../config.js';

/** What every script of the store gets first: the base of the session's keys, and how long logs and sessions stay (ms). */
export const threadArgs = (threadId: ThreadId, { logTtlMs, sessionTtlMs }: SessionStoreConfig): ScriptArg[] => [
  threadBase(threadId),
  logTtlMs,
  sessionTtlMs,
];
