import type { FeedFilter } from '../feed-filter.js';
import { FeedHub, type FeedHubOptions } from '../feed-hub.js';
import { FakeSessions, settled } from './fake-sessions.js';
import { Told } from './told.js';

export const ALL: FeedFilter = { kind: 'all' };
export const ofUser = (userId: string): FeedFilter => ({ kind: 'user', userId });
export const ofSession = (sessionId: string): FeedFilter => ({ kind: 'session', sessionId });

/** A hub over sessions that the test changes. */
export class HubFixture {
  readonly sessions = new FakeSessions();
  isUnused = false;
  readonly givenUp: unknown[] = [];
  readonly hub: FeedHub;

  constructor(options: Partial<FeedHubOptions> = {}) {
    this.hub = new FeedHub({
      source: this.sessions,
      listen: async () => undefined,
      onUnused: () => (this.isUnused = true),
      onGivingUp: (error) => this.givenUp.push(error),
      retryMs: 1,
      ...options,
    });
  }

  async follow(filter: FeedFilter): Promise<Told> {
    return new Told(await this.hub.join(filter));
  }

  /** A session changes, or comes, and that is said. */
  change(id: string, turn: number, user = 'ann'): void {
    this.sessions.set(id, turn, { user });
    this.hub.heard(this.sessions.message(id, user));
  }

  /** A session is deleted, and that is said. */
  remove(id: string, user = 'ann'): void {
    this.sessions.delete(id);
    this.hub.heard(this.sessions.message(id, user));
  }
}

/** Lets faked time pass, with all that happens meanwhile. */
export async function pass(ms: number): Promise<void> {
  for (let gone = 0; gone < ms; gone += 100) {
    jest.advanceTimersByTime(Math.min(100, ms - gone));
    await settled();
  }
}

export const fakeTime = (): void => void jest.useFakeTimers({ doNotFake: ['setImmediate'] });
