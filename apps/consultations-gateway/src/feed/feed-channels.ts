import { randomUUID } from 'node:crypto';
import { feedEchoChannel, ParleyError } from '@parley/contracts';
import type { RedisConnection } from '@parley/platform';
import { Cluster } from 'ioredis';
import { within } from '../engine/within.js';
import { Echo } from './echo.js';

/** Who listens to a channel. */
export interface ChannelListener {
  heard(message: string): void;
  /** From now on things may be said that are not heard. May come several times. */
  lost(): void;
  /** From now on all is heard again. Also for who began to listen after it was lost. */
  regained(): void;
}

export interface FeedChannelsOptions {
  /** Used for the feed's subscriptions alone. It must wait, not fail, while Redis is away. */
  subscriber: RedisConnection;
  /** Says what must be heard. */
  commands: RedisConnection;
  /** How often it is made sure that what is said is heard: what got lost unnoticed is noticed within twice this. */
  lookEveryMs?: number;
  /** How long Redis may take to acknowledge a subscription. */
  subscribeTimeoutMs?: number;
}

/**
 * Listens to Pub/Sub channels for a whole process, and knows when something may not have been heard: after a break, and also
 * where the connection lives and says nothing (at a master that lost a fail-over and does not know; a Cluster's connection
 * that was replaced without a word).
 */
export class FeedChannels {
  private readonly listeners = new Map<string, ChannelListener>();
  private readonly echo: Echo;
  private hearing: unknown;
  private isLost = false;
  private timer?: NodeJS.Timeout;
  private readonly onMessage = (channel: string, message: string): void => {
    if (channel === this.echo.channel) this.echo.heard(message);
    else this.listeners.get(channel)?.heard(message);
  };
  private readonly onClose = (): void => this.lost();
  private readonly onReady = (): void => void this.hearAgain();

  constructor(private readonly options: FeedChannelsOptions) {
    const { subscriber, commands } = options;
    const channel = feedEchoChannel(randomUUID());
    this.echo = new Echo(channel, (text) => commands.publish(channel, text));
    subscriber.on('message', this.onMessage);
    subscriber.on('close', this.onClose);
    subscriber.on('ready', this.onReady);
  }

  /**
   * Resolves with Redis's acknowledgement: whatever is said from then on is heard, or `lost` is called. Throws
   * `store_unavailable` when it does not come in time; the listener stays until `ignore` all the same.
   */
  async listen(channel: string, listener: ChannelListener): Promise<void> {
    const { subscriber, subscribeTimeoutMs = 1500 } = this.options;
    this.listeners.set(channel, listener);
    this.keepLooking();
    try {
      await within(subscribeTimeoutMs, 'subscribing', subscriber.subscribe(channel, this.echo.channel));
    } catch (error) {
      throw new ParleyError('store_unavailable', {}, { cause: error });
    }
  }

  /** Subscriptions and their ends travel on one connection in order: whoever listens to the same again is not hurt. */
  ignore(channel: string): void {
    this.listeners.delete(channel);
    const isLast = this.listeners.size === 0;
    if (isLast) this.stopLooking();
    this.options.subscriber.unsubscribe(channel, ...(isLast ? [this.echo.channel] : [])).catch(() => undefined);
  }

  /** How many channels are listened to; 0 when nothing is left behind. */
  get size(): number {
    return this.listeners.size;
  }

  close(): void {
    const { subscriber } = this.options;
    this.stopLooking();
    this.listeners.clear();
    subscriber.off('message', this.onMessage);
    subscriber.off('close', this.onClose);
    subscriber.off('ready', this.onReady);
  }

  private keepLooking(): void {
    if (this.timer) return;
    this.hearing = hearingConnection(this.options.subscriber);
    this.timer = setInterval(() => this.look(), this.options.lookEveryMs ?? 10_000).unref();
  }

  private stopLooking(): void {
    clearInterval(this.timer);
    this.timer = undefined;
    this.echo.forget();
  }

  private look(): void {
    const { subscriber } = this.options;
    if (subscriber.status !== 'ready') return;
    if (this.isLost) return void this.hearAgain();
    if (hearingConnection(subscriber) !== this.hearing) {
      this.lost();
      void this.hearAgain();
    } else if (!this.echo.check()) subscriber.disconnect(true);
  }

  private lost(): void {
    this.echo.forget();
    this.isLost = true;
    for (const listener of this.listeners.values()) listener.lost();
  }

  /** The connection is new. The client subscribes again by itself; only our own acknowledgement says that it is done. */
  private async hearAgain(): Promise<void> {
    if (this.listeners.size === 0) return;
    const { subscriber } = this.options;
    const connection = hearingConnection(subscriber);
    this.hearing = connection;
    try {
      await subscriber.subscribe(this.echo.channel, ...this.listeners.keys());
    } catch {
      return; // Gone again; it will be ready again.
    }
    // Where it was replaced meanwhile, the next look begins anew.
    if (!this.isLost || this.hearing !== connection || hearingConnection(subscriber) !== connection) return;
    this.isLost = false;
    for (const listener of this.listeners.values()) listener.regained();
  }
}

/** A Cluster hears with a connection of its own, and replaces it by itself. */
function hearingConnection(redis: RedisConnection): unknown {
  if (!(redis instanceof Cluster)) return redis;
  return (redis as unknown as { subscriber?: { getInstance(): unknown } }).subscriber?.getInstance();
}
