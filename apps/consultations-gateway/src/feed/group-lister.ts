import type { FeedSession } from '@parley/contracts';
import type { Doubts } from './doubts.js';
import type { FeedFollower } from './feed-follower.js';
import type { FeedGroup } from './feed-group.js';
import type { FeedListings } from './feed-listings.js';
import { orUnavailable } from './or-unavailable.js';

export interface GroupListerOptions {
  listings: FeedListings;
  doubts: Doubts;
  /** This is how a session is. */
  settle: (sessionId: string, found: FeedSession) => void;
  /** It may be gone. */
  ask: (sessionId: string) => void;
  /** How long to wait after a failure. */
  retryMs: number;
}

/** How long somebody who wants to follow waits for the first sessions. */
const OPEN_MS = 4000;

/** Lists the sessions of groups. Its followers need not wait for all of them: they are told of each as it comes. */
export class GroupLister {
  constructor(private readonly options: GroupListerOptions) {}

  /** Resolves when the first sessions that there are are known. Throws what keeps them from being listed. */
  async untilOpened(group: FeedGroup): Promise<void> {
    if (!group.listed) this.list(group);
    await orUnavailable(OPEN_MS, 'listing', group.opened);
  }

  /** Where the sessions are listed anew meanwhile, that counts. Nobody is left to be told where it fails. */
  async tellWhenListed(group: FeedGroup, follower: FeedFollower): Promise<void> {
    try {
      for (let listed: Promise<void> | undefined; listed !== group.listed;) await (listed = group.listed);
      follower.offerListed();
    } catch {
      return;
    }
  }

  /** Also anew, where changes may have been missed: a listing that is under way ends with the page that it waits for. */
  list(group: FeedGroup): void {
    const listed = this.listUntilDone(group);
    group.listed = listed;
    listed.catch(() => {
      if (group.listed === listed) group.listed = undefined;
    });
  }

  /** While somebody follows it is tried until it is done; who only wants to join is told that it failed. */
  private async listUntilDone(group: FeedGroup): Promise<void> {
    const { listings, doubts, settle, ask, retryMs } = this.options;
    const before = group.sessionIds;
    for (;;) {
      let isOpen = false;
      const opening = Promise.withResolvers<void>();
      opening.promise.catch(() => undefined);
      group.opened = opening.promise;
      // What a listing from before a break says late may be what was, and nobody would hear that it is not so any more.
      const isOvertaken = (): boolean => group.opened !== opening.promise;
      try {
        const listed = await listings.list(group.filter, {
          take: (found) => settle(found.session.session_id, found),
          onFirstPage: () => {
            // Of one session the page may say nothing yet: it is being read.
            isOpen = !group.isOfOne;
            if (isOpen) opening.resolve();
          },
          isWanted: () => !group.isUnused && !isOvertaken(),
        });
        if (isOvertaken()) return opening.resolve(group.opened);
        opening.resolve();
        doubts.settle(group);
        if (group.isUnused) return;
        return before.filter((sessionId) => !listed.has(sessionId)).forEach((sessionId) => ask(sessionId));
      } catch (error) {
        if (isOvertaken()) return opening.resolve(group.opened);
        opening.reject(error);
        if (isOpen ? group.isUnused : !group.hasFollowers) throw error;
        doubts.raise(group, error);
        await new Promise((resolve) => setTimeout(resolve, retryMs).unref());
        if (isOvertaken()) return;
      }
    }
  }
}
