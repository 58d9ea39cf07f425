import { type FeedSession, type Session, threadIdOf } from '@parley/contracts';
import type { FeedFilter } from '../feed-filter.js';

const AT = '2026-01-01T00:00:00.000Z';
const PAGE_SIZE = 2;

/** Holds back an answer that was worked out already. */
interface Held {
  what: string;
  release: () => void;
}

/** The sessions of a namespace, and a store that answers what they are at the moment it is asked; a test may hold its answers back. */
export class FakeSessions {
  readonly reads: string[] = [];
  readonly lists: string[] = [];
  /** Thrown instead of answering. */
  failure?: Error;
  private readonly sessions = new Map<string, FeedSession>();
  private isHolding = false;
  private held: Held[] = [];

  /** As it is from now on; `turn` is what tests tell states by. */
  set(
    id: string,
    turn: number,
    { user = 'ann', changesInMs = 60_000, createdAt = AT }: { user?: string; changesInMs?: number; createdAt?: string } = {},
  ): void {
    const session: Session = {
      ...{ session_id: id, agent_id: 'echo', title: '', created_at: createdAt, updated_at: AT },
      ...{ turn, active_run_id: null, awaiting_card: null },
    };
    this.sessions.delete(id);
    this.sessions.set(id, { session, user_id: user, changes_in_ms: changesInMs });
  }

  delete(id: string): void {
    this.sessions.delete(id);
  }

  /** What is said on the channel when it has changed. */
  message(id: string, user = 'ann'): string {
    return JSON.stringify({
      type: 'session',
      thread_id: threadIdOf({ tenantId: 'default', owner: '-', sessionId: id }),
      user_id: user,
    });
  }

  hold(): void {
    this.isHolding = true;
  }

  /** Lets the oldest answer go that is held and about this: `read s1`, `page 0`. */
  async release(what: string): Promise<void> {
    const held = this.held.find((one) => one.what === what);
    if (!held) throw new Error(`nothing of ${what} is held, only ${this.held.map((one) => one.what).join(', ')}`);
    this.held = this.held.filter((one) => one !== held);
    held.release();
    await settled();
  }

  /** The oldest answer that is held and about this, for the test to let go. */
  takeHeld(what: string): Held[] {
    const found = this.held.filter((one) => one.what === what).slice(0, 1);
    this.held = this.held.filter((one) => !found.includes(one));
    return found;
  }

  releaseAll(): void {
    this.isHolding = false;
    for (const { release } of this.held.splice(0)) release();
  }

  read = async (id: string): Promise<FeedSession | undefined> => {
    this.reads.push(id);
    return this.answer(`read ${id}`, this.sessions.get(id));
  };

  pages = async function* (this: FakeSessions, filter: FeedFilter): AsyncGenerator<FeedSession[], void> {
    this.lists.push(filter.kind);
    for (let page = 0, isLast = false; !isLast; page += 1) {
      const fitting = [...this.sessions.values()].filter((one) => fits(one, filter));
      isLast = fitting.length <= (page + 1) * PAGE_SIZE;
      yield await this.answer(`page ${page}`, fitting.slice(page * PAGE_SIZE, (page + 1) * PAGE_SIZE));
    }
  }.bind(this);

  private async answer<T>(what: string, value: T): Promise<T> {
    const { failure } = this;
    if (this.isHolding) await new Promise<void>((release) => this.held.push({ what, release }));
    if (failure) throw failure;
    return value;
  }
}

function fits({ session, user_id }: FeedSession, filter: FeedFilter): boolean {
  if (filter.kind === 'session') return session.session_id === filter.sessionId;
  return filter.kind === 'all' || user_id === filter.userId;
}

/** Every promise that can settle now has settled. */
export const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
