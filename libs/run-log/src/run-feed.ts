import { eventsOfLines, type NumberedEvent } from '@parley/contracts';
import type { RunLogHead } from './run-log-reader.js';
import type { RunFollower } from './run-follower.js';
import type { RunRef } from './run-ref.js';

/** All followers of one run in this process. A message is parsed once, however many follow. */
export class RunFeed {
  private readonly followers = new Set<RunFollower>();
  private heard = false;

  /** `subscribed` settles with Redis's acknowledgement; whoever joins waits for the same one. */
  constructor(
    readonly run: RunRef,
    readonly subscribed: Promise<void>,
  ) {}

  get isEmpty(): boolean {
    return this.followers.size === 0;
  }

  add(follower: RunFollower): void {
    this.followers.add(follower);
  }

  remove(follower: RunFollower): void {
    this.followers.delete(follower);
  }

  publish(lines: string): void {
    this.heard = true;
    const events = parse(lines);
    if (!events) return this.nudge();
    const bytes = Buffer.byteLength(lines);
    for (const follower of this.followers) follower.offer(events, bytes);
  }

  nudge(): void {
    for (const follower of this.followers) follower.nudge();
  }

  /** Whether nothing came since this was last asked. */
  wasSilent(): boolean {
    const silent = !this.heard;
    this.heard = false;
    return silent;
  }

  /** Compares with where the log really stands and wakes those that missed something. */
  compare(head: RunLogHead | undefined): void {
    for (const follower of this.followers) follower.compare(head);
  }

  close(): void {
    for (const follower of [...this.followers]) follower.close();
  }
}

/** Undefined: not what we publish. Anyone may write to the channel, so that is no reason to fall over. */
function parse(lines: string): NumberedEvent[] | undefined {
  try {
    return eventsOfLines(lines);
  } catch {
    return undefined;
  }
}
