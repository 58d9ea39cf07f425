import type { Answer, Card, RunEventData, Session } from '@parley/contracts';
import type { ConnectionError } from '../connection-error.js';
import type { ProblemError } from '../problem-error.js';

/**
 * - `restoring`: what there is is being fetched
 * - `idle`: nothing runs, nothing is asked
 * - `waiting`: a request is on its way, or its run has shown nothing yet
 * - `streaming`: the last message grows
 * - `stopping`: stopped by the user, not yet confirmed
 * - `asking`: `card` waits for an answer
 */
export type ConsultationStatus = 'restoring' | 'idle' | 'waiting' | 'streaming' | 'stopping' | 'asking';

/** A message as a page shows it. An object stays the same until something in it changes. */
export interface ConsultationMessage {
  /** Stays the same for as long as the message is shown. */
  key: string;
  role: 'user' | 'assistant';
  content: string;
  /** `unsent`: it did not arrive, as far as is known; `preempted`: cut short by the user or by a newer message. */
  state: 'sending' | 'unsent' | 'streaming' | 'done' | 'preempted' | 'failed';
  run_id?: string;
  created_at?: string;
  /** What the assistant thought, where its agent shows that. Not stored: it is gone after a reload. */
  thinking?: string;
  /** As `thinking`. */
  tools?: readonly ToolUse[];
  /** What remote agents said, in order. As `thinking`. */
  remote?: readonly RemoteOutput[];
  /** What was asked with this message; also once it is answered. */
  card?: Card;
  /** What the user answered; `content` is empty then. */
  answers?: readonly Answer[];
}

export interface ToolUse {
  call_id: string;
  name: string;
  arguments: unknown;
  /** There when the call is over. */
  result?: { value: unknown; isError: boolean };
}

export type RemoteOutput = Readonly<RunEventData['remote_agent_output']>;

/** What a page shows of a consultation. Objects are never changed, only replaced. */
export interface ConsultationState {
  status: ConsultationStatus;
  /** `reconnecting`: it broke and is being made again; `lost`: the client gave up, `retry` tries again. */
  connection: 'online' | 'reconnecting' | 'lost';
  messages: readonly ConsultationMessage[];
  /** The card that waits for an answer. */
  card: Card | null;
  /** What went wrong last; null again with the next request. */
  error: ProblemError | ConnectionError | Error | null;
  /** Whether `retry` would do something: about `error`, or about a message that is `unsent`. */
  canRetry: boolean;
  /** As it was heard of last; null where it is not there yet. */
  session: Session | null;
}

export const INITIAL_STATE: ConsultationState = {
  status: 'restoring',
  connection: 'online',
  messages: [],
  card: null,
  error: null,
  canRetry: false,
  session: null,
};
