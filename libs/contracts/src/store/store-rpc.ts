import type { Answer, AnswerAction, Card, ItemAnswers, PendingCard } from '../card.js';
import type { FeedSession } from '../feed.js';
import type { HandoffMessage } from '../handoff.js';
import type { RunId, ThreadId } from '../ids.js';
import type { OnActiveTurn, OnDisconnect, OnPendingCard } from '../policy.js';
import type { RunEventOf, RunKind, TerminalEvent } from '../run-event.js';
import type { Message, Page, Session } from '../session.js';
import type { HistoryMessage } from '../skill.js';

/**
 * What session-store answers, over Nest's TCP transport: one pattern, one request shape, one answer shape each.
 * Refusals are `ParleyError`s of the error table; a call that gets no answer in time is `store_unavailable`, and
 * every call may be repeated: doing it twice is doing it once.
 */
export interface StoreCalls {
  'session.create': { request: SessionCreate; answer: { session: Session; created: boolean } };
  'session.get': { request: ThreadCall; answer: Session };
  'session.list': { request: SessionList; answer: Page<Session> };
  'session.delete': { request: ThreadCall; answer: null };
  /** As `session.get` and `session.list`, with what a feed has to know besides. */
  'feed.session': { request: ThreadCall; answer: FeedSession };
  'feed.list': { request: SessionList; answer: Page<FeedSession> };
  'message.list': { request: ThreadCall & PageCall; answer: Page<Message> };
  'card.pending': { request: ThreadCall; answer: PendingCard };
  'turn.start': { request: TurnStart; answer: TurnStarted };
  'turn.claim': { request: RunCall & { epoch: number; lease_ms: number; history_turns: number }; answer: TurnClaim };
  'turn.end': { request: TurnEnd; answer: TurnEnded };
  'turn.close': { request: TurnClose; answer: { closed: boolean } };
  'turn.abort': { request: TurnAbort; answer: { aborted: boolean; run_id?: RunId } };
  'turn.find': { request: ThreadCall & { run_id?: RunId }; answer: RunHead };
}

export type StorePattern = keyof StoreCalls;

export interface ThreadCall {
  thread_id: ThreadId;
}

export interface RunCall extends ThreadCall {
  run_id: RunId;
}

export interface PageCall {
  /** 1…100. */
  limit: number;
  cursor?: string;
}

export interface SessionCreate extends ThreadCall {
  agent_id: string;
  user_id: string;
  title?: string;
  matter_id?: string;
  metadata?: Record<string, unknown>;
}

export interface SessionList extends PageCall {
  tenant_id: string;
  owner: string;
  /** Only the sessions that name this user. */
  user_id?: string;
}

/** A turn to be started. The gateway minted `run_id`; starting it twice starts it once. */
export interface TurnStart extends RunCall {
  user_id: string;
  /** Whom the message is for. A resume is run by the agent that asked, whichever stands here. */
  agent_id: string;
  /** With `on_pending_card: answer` a chat may turn out to be the resume of the pending card. */
  request: { kind: 'chat'; message: string } | { kind: 'resume'; card_id?: string; action: AnswerAction; answers: Answer[] };
  on_active_turn: OnActiveTurn;
  on_pending_card: OnPendingCard;
  on_disconnect: OnDisconnect;
  /** With `on_disconnect: cancel`: for how long nobody may follow the run before it is cancelled. */
  disconnect_grace_ms: number;
  /** From now: how long the run may wait for a worker, and how long it may then work. */
  queue_timeout_ms: number;
  turn_timeout_ms: number;
  /** The job to enqueue, without its epoch; kept with the turn, so that whoever follows it can enqueue it again. */
  handoff: HandoffMessage;
  idempotency?: { key: string; fingerprint: string };
}

export interface TurnStarted {
  /** `started` now, or `joined`: this request was already answered by that run. */
  outcome: 'started' | 'joined';
  run_id: RunId;
  turn: number;
  /** With the epoch: the job that must be enqueued (again), of what the turn turned out to be. Absent where a worker has it, it waits behind another turn, or has ended. */
  handoff?: HandoffMessage;
}

/**
 * What a worker gets when it takes a run over. Every claim raises the attempt and shuts the older ones out; a run whose
 * worker's lease still runs is `held` and not taken, so that a job delivered twice is not worked off twice.
 */
export type TurnClaim =
  { outcome: 'closed' } | { outcome: 'held'; lease_left_ms: number } | ({ outcome: 'claimed' } & ClaimedTurn);

export interface ClaimedTurn {
  attempt: number;
  /** The last sequence number in the run log, and the text shown up to there. */
  last_seq: number;
  shown_text: string;
  kind: RunKind;
  turn: number;
  /** The turn of the user's last chat message: `turn` itself for a chat. */
  chat_turn: number;
  agent_id: string;
  session_id: string;
  /** Who sent this turn. */
  user_id: string;
  /** The user's last chat message. */
  message: string;
  /** Texts of earlier turns, before the last chat message, oldest first. */
  history: HistoryMessage[];
  /** Accepted answers that no finished run has stood for yet, oldest first. The graph skips those it has merged. */
  answers: TurnAnswers[];
  /** How long the turn may still take. */
  remaining_ms: number;
}

export interface TurnAnswers {
  turn: number;
  chat_turn: number;
  card_id: string;
  action: AnswerAction;
  /** One per answered item; with `cancel` all items of the card, without values. */
  items: ItemAnswers[];
}

/** The commit of a turn by the worker that holds it: messages, card, turn and terminal event in one step. */
export interface TurnEnd extends RunCall {
  epoch: number;
  attempt: number;
  /** The last sequence number the worker knows to be in the log. */
  last_seq: number;
  /** `end` or `error`; a worker that was told to stop ends nothing, its turn is closed already. */
  event: RunEventOf<'end'> | RunEventOf<'error'>;
  /** Becomes pending, and its `card` event is appended before the `end`. */
  card?: Card;
  /** How long the card may be answered; absent = as long as the session lives. */
  card_ttl_ms?: number;
  /** Up to which turn the graph has merged the answers. */
  answers_upto: number;
}

export type TurnEnded =
  | { outcome: 'ended' }
  /** Somebody else ended it, or a newer attempt holds it: nothing was written. */
  | { outcome: 'closed' }
  /** The log is not where the worker believes it is. */
  | { outcome: 'out_of_step'; last_seq: number };

/** A close by somebody who does not hold the run: a gateway that could not enqueue, or its watchdog. */
export interface TurnClose extends RunCall {
  event: TerminalEvent;
  /** Refused unless all of this still holds. */
  when: {
    /** The attempt the closer saw: 0 = nobody has taken the run yet. Absent = whichever. */
    attempt?: number;
    lease_lapsed?: boolean;
    /** Its caller was refused: message, idempotency key and card are as before it was started. Only with attempt 0. */
    withdraw?: boolean;
    /** Nobody is known to follow it. */
    alone?: boolean;
  };
}

/** Stops the active turn: because its user says so, or because nobody has followed it for its grace, if that still holds. */
export interface TurnAbort extends ThreadCall {
  /** Without it, whichever is active. */
  run_id?: RunId;
  reason: 'aborted' | 'disconnected';
}

/** Where a run stands; `run_expired` where the session has no such run (any more). */
export interface RunHead {
  run_id: RunId;
  turn: number;
  status: 'open' | 'closed';
  last_seq: number;
  attempt: number;
  /** Absent while it waits behind another turn. */
  epoch?: number;
  /** As in `TurnStarted`: whoever follows a run that nobody has taken enqueues it again. */
  handoff?: HandoffMessage;
}
