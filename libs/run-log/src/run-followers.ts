import { ParleyError, runChannel } from '@parley/contracts';
import { RunFeed } from './run-feed.js';
import { RunFollower, type FollowerOptions } from './run-follower.js';
import { RunLogReader } from './run-log-reader.js';
import type { RunRef } from './run-ref.js';
import type { RedisClient } from './script.js';

export interface RunFollowersOptions {
  commands: RedisClient;
  /** Used for subscriptions alone; it must subscribe again by itself when it comes back. */
  subscriber: RedisClient;
  /** After how much silence of a run its log is looked at. */
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
  private readonly onReady = (): void => this.feeds.forEach((feed) => feed.nudge());

  constructor(private readonly options: RunFollowersOptions) {
    this.reader = new RunLogReader(options.commands);
    options.subscriber.on('message', this.onMessage);
    options.subscriber.on('ready', this.onReady);
    this.sweep = setInterval(() => void this.lookAfterSilentRuns(), options.silenceMs ?? 1000);
    this.sweep.unref();
  }

  /**
   * Resolves once Redis has acknowledged the subscription: whatever is appended from then on is not missed.
   * Throws `store_unavailable` when it does not; nothing is subscribed then.
   */
  async follow(run: RunRef, options: FollowerOptions): Promise<RunFollower> {
    const channel = runChannel(run.runId);
    const feed = this.feeds.get(channel) ?? new RunFeed(run);
    this.feeds.set(channel, feed);
    const follower = new RunFollower(run, this.reader, options, (closed) => this.unfollow(feed, closed));
    if (options.signal.aborted) {
      this.dropIfEmpty(feed);
      return follower;
    }
    feed.add(follower);
    try {
      await this.subscribe(channel);
    } catch (error) {
      follower.close();
      throw new ParleyError('store_unavailable', {}, { cause: error });
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

  private unfollow(feed: RunFeed, follower: RunFollower): void {
    feed.remove(follower);
    this.dropIfEmpty(feed);
  }

  /** Subscriptions and their ends travel on one connection in order, so a new feed of the same run is not hurt. */
  private dropIfEmpty(feed: RunFeed): void {
    const channel = runChannel(feed.run.runId);
    if (!feed.isEmpty || this.feeds.get(channel) !== feed) return;
    this.feeds.delete(channel);
    this.options.subscriber.unsubscribe(channel).catch(() => undefined);
  }

  private async lookAfterSilentRuns(): Promise<void> {
    const silent = [...this.feeds.values()].filter((feed) => feed.wasSilent());
    await Promise.all(
      silent.map(async (feed) => {
        try {
          feed.compare(await this.reader.head(feed.run));
        } catch {
          feed.nudge(); // The followers decide how long they bear it.
        }
      }),
    );
  }
}
