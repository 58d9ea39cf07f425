import type { FeedFilter } from './feed-filter.js';
import { FeedFollower, type FollowedGroup } from './feed-follower.js';

/** All followers of one filter, and the sessions that fit it. */
export class FeedGroup implements FollowedGroup {
  /** The first sessions that there are are known. Rejects with what keeps them from being listed; then there is another one. */
  opened: Promise<void> = Promise.resolve();
  /** Settles when the sessions that there are have been listed; there is another one where changes may have been missed since. */
  listed?: Promise<void>;
  /** How many are about to follow. */
  joining = 0;
  private readonly members = new Set<string>();
  private readonly followers = new Set<FeedFollower>();

  constructor(
    readonly filter: FeedFilter,
    private readonly frameOfKnown: (sessionId: string) => string | undefined,
    private readonly onLeft: () => void,
  ) {}

  get hasFollowers(): boolean {
    return this.followers.size > 0;
  }

  get isUnused(): boolean {
    return this.joining === 0 && this.followers.size === 0;
  }

  get sessionIds(): string[] {
    return [...this.members];
  }

  get isOfOne(): boolean {
    return this.filter.kind === 'session';
  }

  get isEmpty(): boolean {
    return this.members.size === 0;
  }

  frameOf(sessionId: string): string | undefined {
    return this.members.has(sessionId) ? this.frameOfKnown(sessionId) : undefined;
  }

  follow(): FeedFollower {
    const follower = new FeedFollower(this, this.members, (closed) => {
      this.followers.delete(closed);
      this.onLeft();
    });
    this.followers.add(follower);
    return follower;
  }

  /** A session that fits; `isNews`: it is another than before. */
  put(sessionId: string, isNews: boolean): void {
    if (this.members.has(sessionId) && !isNews) return;
    this.members.add(sessionId);
    this.tell(sessionId, false);
  }

  /** A session fits no more, or is gone. */
  drop(sessionId: string): void {
    if (this.members.delete(sessionId)) this.tell(sessionId, true);
  }

  close(): void {
    for (const follower of [...this.followers]) follower.close();
  }

  private tell(sessionId: string, isGone: boolean): void {
    for (const follower of this.followers) follower.offer(sessionId, isGone);
  }
}
