import type { FeedSession } from '@parley/contracts';
import type { FeedFilter } from './feed-filter.js';
import type { FeedSource } from './feed-source.js';
import type { SessionReader } from './session-reader.js';

export interface ListingOptions {
  take: (found: FeedSession) => void;
  /** The first page has been taken. */
  onFirstPage: () => void;
  /** Somebody still waits for what comes next. A page that comes when nobody does is not taken. */
  isWanted: () => boolean;
}

/** A listing that is going on. */
interface Listing {
  /** The page that is under way says nothing of these: something newer is known, or on its way. */
  overtaken: Set<string>;
}

/**
 * Lists sessions page by page, beside what is read of single ones. A page may have been read before something that arrived
 * before it: it does not count for a session that was read, or was to be read, while it was under way.
 */
export class FeedListings {
  private readonly listings = new Set<Listing>();

  constructor(
    private readonly source: Pick<FeedSource, 'pages'>,
    private readonly reader: SessionReader,
  ) {}

  /** Hands over all that fit, as they come, and answers their ids; by then those that a page said nothing of have been read. */
  async list(filter: FeedFilter, { take, onFirstPage, isWanted }: ListingOptions): Promise<Set<string>> {
    const sessionIds = new Set<string>();
    const pages = this.source.pages(filter);
    const listing: Listing = { overtaken: new Set() };
    this.listings.add(listing);
    try {
      while (isWanted()) {
        listing.overtaken = this.reader.underWay();
        const page = await pages.next();
        if (page.done || !isWanted()) break;
        for (const found of page.value) {
          const { session_id } = found.session;
          sessionIds.add(session_id);
          if (!listing.overtaken.has(session_id)) take(found);
        }
        onFirstPage();
      }
    } finally {
      this.listings.delete(listing);
    }
    await this.reader.untilRead();
    return sessionIds;
  }

  /** Something newer is known of this session now, or will be. */
  overtake(sessionId: string): void {
    for (const listing of this.listings) listing.overtaken.add(sessionId);
  }
}
