import { deletedFrame, LISTED_FRAME } from './feed-frames.js';

/** What a follower reads from. */
export interface FollowedGroup {
  /** What is to be told of a session as it is now; undefined: it is gone. */
  frameOf(sessionId: string): string | undefined;
  /** It is about one session: with that one it ends, whatever is made anew under the same id. */
  readonly isOfOne: boolean;
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
  /** With whether what was told of it is of a session that is gone. */
  private readonly waiting: Map<string | typeof LISTED, boolean>;
  private isOver = false;
  private isClosed = false;
  private wake: () => void = () => undefined;

  /** `sessionIds`: those that are known by now; told first. */
  constructor(
    private readonly group: FollowedGroup,
    sessionIds: Iterable<string>,
    private readonly onClose: (follower: FeedFollower) => void,
  ) {
    this.waiting = new Map([...sessionIds].map((sessionId) => [sessionId, false]));
  }

  /** There is news of a session. `isGone`: and one that comes under its id is another. */
  offer(sessionId: string, isGone: boolean): void {
    this.waiting.set(sessionId, isGone || this.waiting.get(sessionId) === true);
    this.wake();
  }

  /** All sessions that there were have been offered. */
  offerListed(): void {
    this.waiting.set(LISTED, false);
    this.wake();
  }

  async next(): Promise<IteratorResult<string, undefined>> {
    while (!this.isClosed) {
      if (this.isOver) this.close();
      else if (this.waiting.size > 0) return { done: false, value: this.take() };
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
    for (const [item, wasGone] of this.waiting) {
      this.waiting.delete(item);
      chunk += item === LISTED ? LISTED_FRAME : this.tell(item, wasGone);
      if (this.isOver || chunk.length >= CHUNK_LENGTH) break;
    }
    return chunk;
  }

  private tell(sessionId: string, wasGone: boolean): string {
    const frame = this.group.frameOf(sessionId);
    if (frame !== undefined && !wasGone) return frame;
    this.isOver = this.group.isOfOne;
    return deletedFrame(sessionId) + (this.isOver ? '' : (frame ?? ''));
  }
}
