import { type FeedSession, feedMessageOf, ParleyError, partsOfThread } from '@parley/contracts';
import { Doubts } from './doubts.js';
import type { ChannelListener } from './feed-channels.js';
import { type FeedFilter, filterKey, fittingKeys } from './feed-filter.js';
import type { FeedFollower } from './feed-follower.js';
import { FeedGroup } from './feed-group.js';
import { FeedListings } from './feed-listings.js';
import type { FeedSource } from './feed-source.js';
import { GroupLister } from './group-lister.js';
import { KnownSessions } from './known-sessions.js';
import { orUnavailable } from './or-unavailable.js';
import { SessionReader } from './session-reader.js';

export interface FeedHubOptions {
  /** Reads the sessions of this hub's namespace. */
  source: Pick<FeedSource, 'read' | 'pages'>;
  /** Begins to listen; resolves when all changes are heard from then on. */
  listen: (listener: ChannelListener) => Promise<void>;
  /** Nobody follows any more: it is of no use from now on. */
  onUnused: () => void;
  /** For too long it could not be made sure that followers know the latest. They are sent away, and come back to learn it. */
  onGivingUp: (error: unknown) => void;
  /** How long is too long. */
  outageMs?: number;
  /** How long to wait after a failure. */
  retryMs?: number;
}

const OUTAGE_MS = 10_000;
const RETRY_MS = 500;
/** How long somebody who wants to follow waits for Pub/Sub to come back. */
const REGAIN_MS = 1500;
const PUB_SUB = Symbol('Pub/Sub');

/**
 * All feeds of one namespace in this process. It knows every session that somebody here follows as it is now: it lists those of
 * a filter when its first follower comes, reads each once more when it is heard to have changed, and when its own time comes.
 *
 *     subscribed ──▶ listed ──▶ followed ⇄ (Pub/Sub lost ──▶ regained ──▶ listed anew)
 */
export class FeedHub implements ChannelListener {
  private readonly groups = new Map<string, FeedGroup>();
  private readonly known = new KnownSessions((sessionId) => this.ask(sessionId));
  private readonly reader: SessionReader;
  private readonly listings: FeedListings;
  private readonly lister: GroupLister;
  private readonly doubts: Doubts;
  private readonly subscribed: Promise<void>;
  private regaining?: PromiseWithResolvers<void>;

  constructor(private readonly options: FeedHubOptions) {
    const { source, outageMs = OUTAGE_MS, retryMs = RETRY_MS } = options;
    this.doubts = new Doubts(outageMs, (error) => this.giveUp(error));
    this.reader = new SessionReader({
      read: (sessionId) => source.read(sessionId),
      onRead: (sessionId, found) => this.hasRead(sessionId, found),
      onFailure: (sessionId, error) => this.doubts.raise(sessionId, error),
      retryMs,
    });
    this.listings = new FeedListings(source, this.reader);
    const [settle, ask] = [this.settle.bind(this), this.ask.bind(this)];
    this.lister = new GroupLister({ listings: this.listings, doubts: this.doubts, settle, ask, retryMs });
    this.subscribed = options.listen(this);
  }

  /**
   * Resolves when the first sessions that there are are known: the follower is told of the others as they are listed. Throws
   * `session_not_found` where the filter is one session and there is none, and what keeps them from being listed.
   */
  async join(filter: FeedFilter): Promise<FeedFollower> {
    const group = this.groupFor(filter);
    group.joining += 1;
    try {
      await this.subscribed;
      await this.untilRegained();
      await this.lister.untilOpened(group);
      if (group.isOfOne && group.isEmpty) throw new ParleyError('session_not_found');
      const follower = group.follow();
      void this.lister.tellWhenListed(group, follower);
      return follower;
    } finally {
      group.joining -= 1;
      this.leave(group);
    }
  }

  heard(text: string): void {
    const message = feedMessageOf(text);
    if (!message) return;
    const { sessionId } = partsOfThread(message.thread_id);
    const isKnown = this.known.get(sessionId) !== undefined;
    if (isKnown || this.groupsFor(sessionId, message.user_id).length > 0) this.ask(sessionId);
  }

  lost(): void {
    this.regaining ??= Promise.withResolvers();
    this.doubts.raise(PUB_SUB, new Error('Pub/Sub is lost'));
  }

  regained(): void {
    if (!this.regaining) return;
    this.regaining.resolve();
    this.regaining = undefined;
    this.doubts.settle(PUB_SUB);
    // What is being read may be read too early to show what was not heard.
    for (const sessionId of this.reader.underWay()) this.ask(sessionId);
    for (const group of this.groups.values()) this.lister.list(group);
  }

  /** Sends all followers away. */
  close(): void {
    for (const group of [...this.groups.values()]) group.close();
  }

  private groupFor(filter: FeedFilter): FeedGroup {
    const key = filterKey(filter);
    const existing = this.groups.get(key);
    if (existing) return existing;
    const frameOf = (sessionId: string): string | undefined => this.known.get(sessionId)?.frame;
    const group = new FeedGroup(filter, frameOf, () => this.leave(group));
    this.groups.set(key, group);
    return group;
  }

  private groupsFor(sessionId: string, userId: string): FeedGroup[] {
    return fittingKeys(sessionId, userId).flatMap((key) => this.groups.get(key) ?? []);
  }

  private async untilRegained(): Promise<void> {
    if (this.regaining) await orUnavailable(REGAIN_MS, 'Pub/Sub', this.regaining.promise);
  }

  /** It has changed, or may have. */
  private ask(sessionId: string): void {
    this.listings.overtake(sessionId);
    this.reader.ask(sessionId);
  }

  private hasRead(sessionId: string, found: FeedSession | undefined): void {
    this.doubts.settle(sessionId);
    this.settle(sessionId, found);
  }

  /** This is how a session is now; undefined: it is gone. */
  private settle(sessionId: string, found: FeedSession | undefined): void {
    this.listings.overtake(sessionId);
    const before = this.known.get(sessionId);
    const [oldFrame, oldGroups] = [before?.frame, before ? this.groupsFor(sessionId, before.userId) : []];
    const groups = found ? this.groupsFor(sessionId, found.user_id) : [];
    // It may have been deleted, and made anew, by somebody else, too.
    const isAnother = before?.createdAt !== found?.session.created_at;
    for (const group of oldGroups) if (isAnother || !groups.includes(group)) group.drop(sessionId);
    if (found && groups.length > 0) this.known.put(found);
    else this.known.forget(sessionId);
    const isNews = this.known.get(sessionId)?.frame !== oldFrame;
    for (const group of groups) group.put(sessionId, isNews);
  }

  /** Whoever was the last of a group takes along what is only known for it. */
  private leave(group: FeedGroup): void {
    const key = filterKey(group.filter);
    if (!group.isUnused || this.groups.get(key) !== group) return;
    this.groups.delete(key);
    this.doubts.settle(group);
    for (const sessionId of group.sessionIds) {
      if (this.groupsFor(sessionId, this.known.get(sessionId)?.userId ?? '').length === 0) this.known.forget(sessionId);
    }
    if (this.groups.size > 0) return;
    this.reader.stop();
    this.doubts.clear();
    this.options.onUnused();
  }

  private giveUp(error: unknown): void {
    this.options.onGivingUp(error);
    this.close();
  }
}
