import { ParleyError, runChannel } from '@parley/contracts';
import { RunFeed } from './run-feed.js';
import { RunFollower, type FollowerOptions } from './run-follower.js';
import { RunLogReader } from './run-log-reader.js';
import type { RunRef } from './run-ref.js';
import type { RedisClient } from './script.js';

export interface RunFollowersOptions {
  /** Reads the log. It must fail, not wait, while Redis is away (`maxRetriesPerRequest`, `commandTimeout`). */
  commands: RedisClient;
  /** Used for subscriptions alone. It must wait, not fail, while Redis is away (`maxRetriesPerRequest: null`). */
  subscriber: RedisClient;
  /** How often the runs that were silent since the last time are looked at: a lost message is missed for at most twice this. */
  silenceMs?: number;
  /** How long Redis may take to acknowledge a subscription. */
  subscribeTimeoutMs?: number;
}

/**
 * Follows runs for a whole process over one subscriber connection. Pub/Sub is not trusted with anything: after each
 * acknowledgement, each reconnect and each stretch of silence the log decides.
 */
export class RunFollowers {
  private readonly feeds = new Map<string, RunFeed>();
  private readonly reader: RunLogReader;
  private readonly sweep: NodeJS.Timeout;
  private readonly onMessage = (channel: string, lines: string): void => this.feeds.get(channel)?.publish(lines);
  private readonly onReady = (): void => void this.hearAgain();

  constructor(private readonly options: RunFollowersOptions) {
    this.reader = new RunLogReader(options.commands);
    options.subscriber.on('message', this.onMessage);
    options.subscriber.on('ready', this.onReady);
    this.sweep = setInterval(() => void this.lookAfter(this.silentFeeds()), options.silenceMs ?? 1000);
    this.sweep.unref();
  }

  /**
   * Resolves once Redis has acknowledged the subscription: whatever is appended from then on is not missed. A signal
   * that is aborted before gives a follower that has ended. Throws `store_unavailable` when the acknowledgement does
   * not come in time; nothing stays subscribed then.
   */
  async follow(run: RunRef, options: FollowerOptions): Promise<RunFollower> {
    if (options.signal.aborted) return new RunFollower(run, this.reader, options, () => undefined);
    const feed = this.feedOf(run);
    const follower = new RunFollower(run, this.reader, options, (closed) => this.unfollow(feed, closed));
    feed.add(follower);
    try {
      await feed.subscribed;
    } catch (error) {
      feed.close();
      if (!options.signal.aborted) throw new ParleyError('store_unavailable', {}, { cause: error });
    }
    return follower;
  }

  /** How many runs are followed; 0 when nothing is left behind. */
  get size(): number {
    return this.feeds.size;
  }

  close(): void {
    clearInterval(this.sweep);
    for (const feed of [...this.feeds.values()]) feed.close();
    this.options.subscriber.off('message', this.onMessage);
    this.options.subscriber.off('ready', this.onReady);
  }

  private feedOf(run: RunRef): RunFeed {
    const channel = runChannel(run.runId);
    const known = this.feeds.get(channel);
    if (known) return known;
    const feed = new RunFeed(run, this.subscribe(channel));
    this.feeds.set(channel, feed);
    return feed;
  }

  private async subscribe(channel: string): Promise<void> {
    const timeoutMs = this.options.subscribeTimeoutMs ?? 1500;
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new Error(`no acknowledgement of a subscription within ${timeoutMs} ms`)), timeoutMs);
    });
    try {
      await Promise.race([this.options.subscriber.subscribe(channel), timeout]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** The connection is new. The client subscribes again by itself; only our own acknowledgement says that it is done. */
  private async hearAgain(): Promise<void> {
    if (this.feeds.size === 0) return;
    try {
      await this.options.subscriber.subscribe(...this.feeds.keys());
    } catch {
      return; // Gone again; it will be ready again.
    }
    await this.lookAfter([...this.feeds.values()]);
  }

  /** Subscriptions and their ends travel on one connection in order, so a new feed of the same run is not hurt. */
  private unfollow(feed: RunFeed, follower: RunFollower): void {
    feed.remove(follower);
    if (!feed.isEmpty) return;
    const channel = runChannel(feed.run.runId);
    this.feeds.delete(channel);
    this.options.subscriber.unsubscribe(channel).catch(() => undefined);
  }

  private silentFeeds(): RunFeed[] {
    return [...this.feeds.values()].filter((feed) => feed.wasSilent());
  }

  private async lookAfter(feeds: RunFeed[]): Promise<void> {
    await Promise.all(
      feeds.map(async (feed) => {
        try {
          feed.compare(await this.reader.head(feed.run));
        } catch {
          feed.nudge(); // The followers decide how long they bear it.
        }
      }),
    );
  }
}
