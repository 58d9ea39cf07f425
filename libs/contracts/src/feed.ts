import { isThreadId, type ThreadId } from './ids.js';
import type { Session } from './session.js';

/** What `GET /feed` sends, by name. */
export interface FeedEventData {
  /** The session as it is now. */
  session: Session;
  /** It is gone: deleted, or lapsed. */
  deleted: { session_id: string };
  /** Once: all sessions that there were have been sent. */
  listed: Record<string, never>;
}

/** A session, and what a feed has to know besides. */
export interface FeedSession {
  session: Session;
  /** Whom it names: who created it. */
  user_id: string;
  /** In how many ms it may be another though nobody acts: its card lapses, its turn is overdue, or its own time is over. */
  changes_in_ms: number;
}

/** What flows on a feed channel: this session shows something else now, or is gone. Whoever hears it reads the session. */
export interface FeedMessage {
  type: 'session';
  thread_id: ThreadId;
  user_id: string;
}

/** Undefined for what is none: anyone may write to the channel. */
export function feedMessageOf(text: string): FeedMessage | undefined {
  try {
    const message = JSON.parse(text) as Partial<Record<keyof FeedMessage, unknown>> | null;
    const isOne = message?.type === 'session' && typeof message.user_id === 'string' && typeof message.thread_id === 'string';
    return isOne && isThreadId(message.thread_id as string) ? (message as unknown as FeedMessage) : undefined;
  } catch {
    return undefined;
  }
}
