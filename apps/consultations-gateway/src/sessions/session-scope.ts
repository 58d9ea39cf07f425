import type { SessionId, ThreadId } from '@parley/contracts';
import type { Caller } from '../caller/caller.js';

/** The session a request is about, in its caller's namespace. It need not exist. */
export interface SessionScope {
  sessionId: SessionId;
  threadId: ThreadId;
  caller: Caller;
}
