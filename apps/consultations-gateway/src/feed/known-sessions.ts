import type { FeedSession } from '@parley/contracts';
import { sessionFrame } from './feed-frames.js';

/** Timers know no more than 24 days; and a session's time may have been prolonged meanwhile. */
const LONGEST_TIMER_MS = 24 * 3_600_000;
/** So that a time that was said is over by every clock. */
const LATER_MS = 5;

interface KnownSession {
  frame: string;
  userId: string;
  /** One with another time is another session, made anew under the same id. */
  createdAt: string;
  timer?: NodeJS.Timeout;
}

/** The sessions that are followed, each as it is now. */
export class KnownSessions {
  private readonly sessions = new Map<string, KnownSession>();

  /** `onTime`: the time has come at which it may have changed though nobody did anything. */
  constructor(private readonly onTime: (sessionId: string) => void) {}

  put({ session, user_id: userId, changes_in_ms: ms }: FeedSession): void {
    const { session_id } = session;
    this.forget(session_id);
    const onTime = (): void => this.onTime(session_id);
    const timer = ms < 0 ? undefined : setTimeout(onTime, Math.min(ms + LATER_MS, LONGEST_TIMER_MS)).unref();
    this.sessions.set(session_id, { frame: sessionFrame(session), userId, createdAt: session.created_at, timer });
  }

  forget(sessionId: string): void {
    clearTimeout(this.sessions.get(sessionId)?.timer);
    this.sessions.delete(sessionId);
  }

  get(sessionId: string): Readonly<Omit<KnownSession, 'timer'>> | undefined {
    return this.sessions.get(sessionId);
  }
}
