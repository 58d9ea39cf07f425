import { startRedis, type RunningRedis } from '@parley/testing';
import type { SessionStoreConfig } from '../config.js';
import { Heard } from './heard.js';
import { TestStore } from './test-store.js';

/** A Redis of the spec's own, and replicas of the store on it; all of it goes when the spec is over. */
export class OwnRedis {
  private server?: RunningRedis;
  private readonly opened: { stop(): Promise<void> }[] = [];

  async start(): Promise<void> {
    this.server = await startRedis();
  }

  get url(): string {
    if (!this.server) throw new Error('Redis is started in beforeAll');
    return this.server.url;
  }

  async store(overrides: Partial<SessionStoreConfig> = {}): Promise<TestStore> {
    const store = await TestStore.start(this.url, overrides);
    this.opened.push(store);
    return store;
  }

  async hear(channel: string): Promise<Heard> {
    const heard = await Heard.on(this.url, channel);
    this.opened.push(heard);
    return heard;
  }

  async stop(): Promise<void> {
    await Promise.all(this.opened.splice(0).map((each) => each.stop()));
    await this.server?.stop();
  }
}

/** To be called at the top of a spec file. */
export function useRedis(): OwnRedis {
  const redis = new OwnRedis();
  beforeAll(() => redis.start());
  afterAll(() => redis.stop());
  return redis;
}
