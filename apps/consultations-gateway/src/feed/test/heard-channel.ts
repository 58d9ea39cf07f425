import { once, EventEmitter } from 'node:events';
import type { ChannelListener } from '../feed-channels.js';

/** Writes down what it is told: messages, `lost`, `regained`. */
export class HeardChannel implements ChannelListener {
  readonly log: string[] = [];
  private readonly news = new EventEmitter();
  private taken = 0;

  heard(message: string): void {
    this.add(message);
  }

  lost(): void {
    this.add('lost');
  }

  regained(): void {
    this.add('regained');
  }

  /** Resolves with the next entry of this kind that no earlier call has passed. */
  async until(entry: string): Promise<void> {
    for (;;) {
      while (this.taken < this.log.length) if (this.log[this.taken++] === entry) return;
      await once(this.news, 'news');
    }
  }

  private add(entry: string): void {
    this.log.push(entry);
    this.news.emit('news');
  }
}
