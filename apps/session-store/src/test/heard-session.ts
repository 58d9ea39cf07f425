import { feedChannel } from '@parley/contracts';
import type { Heard } from './heard.js';
import type { TestSession } from './test-session.js';
import type { TestStore } from './test-store.js';
import type { OwnRedis } from './use-redis.js';

let count = 0;

/** A session in a namespace of its own, and what feeds are told there. */
export class HeardSession {
  private marks = 0;

  private constructor(
    readonly session: TestSession,
    private readonly heard: Heard,
  ) {}

  static async of(redis: OwnRedis, store: TestStore): Promise<HeardSession> {
    const tenantId = `tenant:{${(count += 1)}}`;
    return new HeardSession(store.session(undefined, tenantId), await redis.hear(feedChannel(tenantId, '-')));
  }

  /** What was said since the last time, all of it. */
  async news(): Promise<string[]> {
    const { tenantId, store } = this.session;
    const mark = `mark ${(this.marks += 1)}`;
    await store.redis.publish(feedChannel(tenantId, '-'), mark);
    await this.heard.message(mark);
    return this.heard.messages.splice(0).filter((message) => message !== mark);
  }
}
