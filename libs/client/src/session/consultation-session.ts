import type { Answer, AnswerAction, Card, ChatRequest, Message, ResumeRequest, Session } from '@parley/contracts';
import type { Run, RunHandlers } from '../run/run.js';

/** Members that are the client's own are in camelCase; those of a request are written as in the protocol. */
export interface RunOptions extends RunHandlers {
  /** Leaves the run when it aborts. */
  signal?: AbortSignal;
}

export interface RequestOptions extends RunOptions {
  /** Two requests with one key are one. Default: a new key for each call. */
  idempotencyKey?: string;
}

export type ChatOptions = RequestOptions & Omit<Partial<ChatRequest>, 'message' | 'stream' | 'user_id'>;
export type ResumeOptions = RequestOptions & Pick<Partial<ResumeRequest>, 'on_disconnect'>;
export type FollowOptions = RunOptions & { runId?: string };

export interface CardResponse {
  /** Without it: the card that is pending. */
  card_id?: string;
  /** As the protocol has them, or by `field_key`. */
  answers?: readonly Answer[] | Readonly<Record<string, unknown>>;
  /** Default `submit`. */
  action?: AnswerAction;
}

/** Where a consultation stands. */
export interface Restored {
  /** Null where it is not there yet: its first message creates it. */
  session: Session | null;
  /** In order; without what the running turn has said so far, which comes from `run`. */
  messages: Message[];
  /** The card that is pending. */
  card: Card | null;
  /** The run that is going on, followed from its first event. */
  run: Run | null;
}

/**
 * One consultation, as one page sees it. It has one current request: `chat`, `resume` and `follow` supersede what was
 * followed before, except that `chat` with `on_active_turn: 'enqueue'` leaves it be. Requests are sent in the order of the
 * calls, each when the one before was taken, or was not.
 */
export interface ConsultationSession {
  readonly id: string;
  chat(message: string, options?: ChatOptions): Run;
  resume(response: CardResponse, options?: ResumeOptions): Run;
  /** Follows a run that is there, from its first event on, e.g. one begun in another tab. Without `runId` the active one, else the latest. */
  follow(options?: FollowOptions): Run;
  /**
   * Stops what is running, whoever began it. From now on the current run delivers no more words, only its end, as soon as the
   * server tells it. `aborted`: whether this call was what ended it. A request that is on its way is let arrive first.
   */
  abort(options?: { runId?: string }): Promise<{ aborted: boolean; run_id?: string }>;
  /** All that was said, in order. */
  messages(): Promise<Message[]>;
  pendingCard(): Promise<Card | null>;
  /** All that a page shows after a reload. A run that is going on is followed, unless there was a newer request meanwhile. */
  restore(options?: RunOptions): Promise<Restored>;
  /** Leaves every run that is followed. */
  close(): void;
}
