import { Redis } from 'ioredis';

/** What is published on a channel, from now on. */
export class Heard {
  readonly messages: string[] = [];
  private wake: () => void = () => undefined;

  private constructor(private readonly redis: Redis) {
    redis.on('message', (_channel, message: string) => {
      this.messages.push(message);
      this.wake();
    });
  }

  /** Resolves when Redis has acknowledged the subscription. */
  static async on(url: string, channel: string): Promise<Heard> {
    const heard = new Heard(new Redis(url));
    await heard.redis.subscribe(channel);
    return heard;
  }

  /** Resolves with the first message that holds `part`, as soon as it has come. */
  async message(part: string): Promise<string> {
    for (;;) {
      const found = this.messages.find((message) => message.includes(part));
      if (found !== undefined) return found;
      await new Promise<void>((resolve) => (this.wake = resolve));
    }
  }

  async stop(): Promise<void> {
    await this.redis.quit();
  }
}
