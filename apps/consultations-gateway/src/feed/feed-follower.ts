import { LISTED_FRAME } from './feed-frames.js';

/** What a follower reads from. */
export interface FollowedGroup {
  /** What is to be told of a session of which there is news. */
  frameOf(sessionId: string): string;
  /** There is nothing more to come. */
  readonly isOver: boolean;
}

/** Stands among the sessions that wait for "all there were have been told". */
const LISTED = Symbol('listed');

/** How much is taken at once: enough for few writes, little enough for back-pressure. */
const CHUNK_LENGTH = 32 * 1024;

/**
 * One reader of a feed, at its own pace. Of what it has not taken it keeps which sessions there is news of, never the news
 * itself: each is told as it is when it is taken, so a slow reader skips states and is never behind. Pulled by one consumer.
 */
export class FeedFollower implements AsyncIterableIterator<string> {
  private readonly waiting: Set<string | typeof LISTED>;
  private isClosed = false;
  private wake: () => void = () => undefined;

  /** `sessionIds`: those that there are; told first. */
  constructor(
    private readonly group: FollowedGroup,
    sessionIds: Iterable<string>,
    private readonly onClose: (follower: FeedFollower) => void,
  ) {
    this.waiting = new Set<string | typeof LISTED>([...sessionIds, LISTED]);
  }

  /** There is news of a session. */
  offer(sessionId: string): void {
    this.waiting.add(sessionId);
    this.wake();
  }

  async next(): Promise<IteratorResult<string, undefined>> {
    while (!this.isClosed) {
      if (this.waiting.size > 0) return { done: false, value: this.take() };
      if (this.group.isOver) this.close();
      else await new Promise<void>((resolve) => (this.wake = resolve));
    }
    return { done: true, value: undefined };
  }

  async return(): Promise<IteratorResult<string, undefined>> {
    this.close();
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /** Follows no more. Safe to call twice, and while a `next()` is pending: that one then finishes. */
  close(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.waiting.clear();
    this.onClose(this);
    this.wake();
  }

  private take(): string {
    let chunk = '';
    for (const item of this.waiting) {
      this.waiting.delete(item);
      chunk += item === LISTED ? LISTED_FRAME : this.group.frameOf(item);
      if (chunk.length >= CHUNK_LENGTH) break;
    }
    return chunk;
  }
}
