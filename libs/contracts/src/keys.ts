import { encodeKeyPart, type RunId, type ThreadId } from './ids.js';

/**
 * Every Redis key of Parley. What belongs to one session shares the hash tag `{<thread_id>}`, so that one script may
 * change it all, on a Cluster too. `docs/architecture.md` has the table of what each key holds and how long it lives.
 */
export const threadBase = (threadId: ThreadId): string => `parley:{${threadId}}:`;
const ofThread = (threadId: ThreadId, name: string): string => `${threadBase(threadId)}${name}`;

/** Hash: the session, its counters, its active run, its pending card and the fence. */
export const sessionKey = (threadId: ThreadId): string => ofThread(threadId, 'session');
/** Stream: messages, entry id `<turn>-0` (user) or `<turn>-1` (assistant). */
export const messagesKey = (threadId: ThreadId): string => ofThread(threadId, 'messages');
/** Hash: `<card id>` → what became of it, `<card id>:body` → the card. */
export const cardsKey = (threadId: ThreadId): string => ofThread(threadId, 'cards');
/** Hash: one turn and the head of its run log; absent means closed. */
export const runKey = (threadId: ThreadId, runId: RunId): string => ofThread(threadId, `run:${runId}`);
/** Stream: batches of envelopes, entry id `<last seq of the batch>-0`. */
export const runLogKey = (threadId: ThreadId, runId: RunId): string => ofThread(threadId, `run:${runId}:log`);
/** String: the text the user was shown so far. */
export const runTextKey = (threadId: ThreadId, runId: RunId): string => ofThread(threadId, `run:${runId}:text`);
/** String with a TTL: the worker that holds the run is alive. */
export const runLeaseKey = (threadId: ThreadId, runId: RunId): string => ofThread(threadId, `run:${runId}:lease`);
/** Sorted set: who follows the run, by the time (ms) up to which each is known to be there. */
export const runViewersKey = (threadId: ThreadId, runId: RunId): string => ofThread(threadId, `run:${runId}:viewers`);
/** Sorted set: the runs whose log may still be there, by when it goes (ms; `inf` while open). */
export const runsKey = (threadId: ThreadId): string => ofThread(threadId, 'runs');
/** Hash with a TTL: the run an Idempotency-Key started. */
export const idempotencyKey = (threadId: ThreadId, key: string): string =>
  ofThread(threadId, `idempotency:${encodeKeyPart(key)}`);
export const checkpointsKey = (threadId: ThreadId): string => ofThread(threadId, 'checkpoints');
export const checkpointsIndexKey = (threadId: ThreadId): string => ofThread(threadId, 'checkpoints:index');

/** Sorted set: a namespace's sessions by `updated_at`; with a user, those that name this user. An index, in a slot of its own. */
export function sessionsIndexKey(tenantId: string, owner: string, userId?: string): string {
  const base = `parley:sessions:{${encodeKeyPart(tenantId)}:${encodeKeyPart(owner)}}`;
  return userId === undefined ? base : `${base}:user:${encodeKeyPart(userId)}`;
}
