import { encodeKeyPart, type RunId } from './ids.js';

/** Names that other services know, too. They are not prefixed: they are the published contract (protocol, section 7). */
export const HANDOFF_QUEUE = 'agent-chat-handoff';
export const CALLBACK_QUEUE = 'agent-chat-callback';
/** Bull's keys share a hash tag of their own, so that its scripts work on a Cluster. */
export const BULL_PREFIX = '{parley}';

export const RUN_CHANNEL_PREFIX = 'ai:handoff:agent-chat:';
export const runChannel = (runId: RunId): string => `${RUN_CHANNEL_PREFIX}${runId}`;
export const CONTROL_CHANNEL = 'ai:handoff:control';

/**
 * What flows on the control channel. `cancel`: stop working on a run, its log is closed. `begun`: a turn that waited behind
 * another has begun; whoever hears it enqueues its job, and the queue keeps one.
 */
export type ControlMessage = { type: 'cancel'; run_id: string } | { type: 'begun'; run_id: string; thread_id: string };

const FEED_CHANNEL_PREFIX = 'parley:feed:';
/** Says which sessions of a namespace have changed: see `FeedMessage`. */
export const feedChannel = (tenantId: string, owner: string): string =>
  `${FEED_CHANNEL_PREFIX}${encodeKeyPart(tenantId)}:${encodeKeyPart(owner)}`;
/** A listener's own: what it says there it must hear. The name has one part less than a namespace's. */
export const feedEchoChannel = (listenerId: string): string => `${FEED_CHANNEL_PREFIX}${encodeKeyPart(listenerId)}`;

export const INTERNAL_TOKEN_HEADER = 'x-internal-token';
export const USER_HEADER = 'x-user-id';
export const RUN_ID_HEADER = 'x-run-id';
export const TRACE_HEADER = 'x-trace-id';
export const IDEMPOTENCY_HEADER = 'idempotency-key';
