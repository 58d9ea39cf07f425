import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { feedChannel, ParleyError } from '@parley/contracts';
import { type AppLogger, Drain, LOGGER, StoreClient } from '@parley/platform';
import type { Caller } from '../caller/caller.js';
import { AtMost } from './at-most.js';
import { FeedChannels } from './feed-channels.js';
import type { FeedFilter } from './feed-filter.js';
import type { FeedFollower } from './feed-follower.js';
import { FeedHub } from './feed-hub.js';
import { FeedSource } from './feed-source.js';

/** So that what all feeds want to know at once does not crowd out the store's other callers. */
const MOST_CALLS_AT_ONCE = 32;

/** The feeds of this gateway: one hub for each namespace that is followed. A gateway that leaves sends them all away. */
@Injectable()
export class Feeds implements OnApplicationShutdown {
  private readonly hubs = new Map<string, FeedHub>();
  private readonly limit = new AtMost(MOST_CALLS_AT_ONCE);

  constructor(
    private readonly store: StoreClient,
    private readonly channels: FeedChannels,
    @Inject(LOGGER) private readonly logger: AppLogger,
    private readonly drain: Drain,
  ) {
    drain.onDrain(async () => this.close());
  }

  /** Throws `session_not_found` for a filter of one session that is not there, `store_unavailable`, and `draining`. */
  async follow(namespace: Pick<Caller, 'tenantId' | 'owner'>, filter: FeedFilter): Promise<FeedFollower> {
    const channel = feedChannel(namespace.tenantId, namespace.owner);
    const follower = await (this.hubs.get(channel) ?? this.newHub(channel, namespace)).join(filter);
    if (!this.drain.isDraining) return follower;
    follower.close();
    throw new ParleyError('draining');
  }

  /** How many namespaces are followed; 0 when nothing is left behind. */
  get size(): number {
    return this.hubs.size;
  }

  onApplicationShutdown(): void {
    this.close();
    this.channels.close();
  }

  private close(): void {
    for (const hub of [...this.hubs.values()]) hub.close();
  }

  private newHub(channel: string, namespace: Pick<Caller, 'tenantId' | 'owner'>): FeedHub {
    const hub = new FeedHub({
      source: new FeedSource(this.store, namespace, this.limit),
      listen: (listener) => this.channels.listen(channel, listener),
      onUnused: () => {
        this.hubs.delete(channel);
        this.channels.ignore(channel);
      },
      onGivingUp: (err) =>
        this.logger.warn({ err }, 'feeds end: for too long it could not be made sure that they are up to date'),
    });
    this.hubs.set(channel, hub);
    return hub;
  }
}
