import {
  BULL_PREFIX,
  DEFAULT_TENANT,
  HANDOFF_QUEUE,
  RUN_CHANNEL_PREFIX,
  runKey,
  type RunId,
  threadIdOf,
  UNVERIFIED_OWNER,
} from '@parley/contracts';
import type { Stack } from '@parley/testing';
import { Redis } from 'ioredis';

/** Bull's own counter: it belongs to the queue, not to a run. */
const LASTING = new Set([`${BULL_PREFIX}:${HANDOFF_QUEUE}:id`]);

/** What is left of runs in Redis. */
export interface Left {
  /** Pub/Sub channels of runs that somebody is subscribed to. */
  channels: string[];
  /** Jobs, in whatever state. */
  jobs: string[];
  /** Workers' and viewers' leases, and other keys of runs that are not over. */
  leases: string[];
  /** Keys that would stay for ever. */
  lasting: string[];
}

export const NOTHING_LEFT: Left = { channels: [], jobs: [], leases: [], lasting: [] };

export const isNothing = (left: Left): boolean => Object.values(left).every((list: string[]) => list.length === 0);

/** A look into Redis from the outside. */
export class RedisView {
  readonly redis: Redis;

  constructor(stack: Stack) {
    this.redis = new Redis(stack.redisUrl, { maxRetriesPerRequest: null, disconnectTimeout: 100 });
    this.redis.on('error', () => undefined);
  }

  channels(): Promise<string[]> {
    return this.redis.pubsub('CHANNELS', `${RUN_CHANNEL_PREFIX}*`) as Promise<string[]>;
  }

  /** How many workers have taken the run; 0 = none yet. */
  async attemptOf(sessionId: string, runId: RunId): Promise<number> {
    const threadId = threadIdOf({ tenantId: DEFAULT_TENANT, owner: UNVERIFIED_OWNER, sessionId });
    return Number(await this.redis.hget(runKey(threadId, runId), 'attempt'));
  }

  /** Ids of the jobs that are there. */
  async jobs(): Promise<string[]> {
    const prefix = `${BULL_PREFIX}:${HANDOFF_QUEUE}:`;
    const keys = await this.redis.keys(`${prefix}*`);
    const listed = await Promise.all(['wait', 'active', 'paused'].map((list) => this.redis.lrange(`${prefix}${list}`, 0, -1)));
    const hashes = keys
      .map((key) => key.slice(prefix.length))
      .filter((name) => name.includes('chat-') && !name.endsWith(':lock'));
    return [...new Set([...hashes, ...listed.flat()])];
  }

  /** All that is left of the runs of these sessions, where all have ended. */
  async left(): Promise<Left> {
    const keys = await this.redis.keys('*');
    const ttls = await Promise.all(keys.map((key) => this.redis.pttl(key)));
    return {
      channels: await this.channels(),
      jobs: await this.jobs(),
      leases: keys.filter((key) => /:(lease|viewers|text)$/.test(key)),
      lasting: keys.filter((key, index) => ttls[index] === -1 && !LASTING.has(key)),
    };
  }

  close(): void {
    this.redis.disconnect();
  }
}

/** One for all tests of a file. */
export function useRedisView(stack: () => Stack): () => RedisView {
  let view: RedisView | undefined;
  afterAll(() => view?.close());
  return () => (view ??= new RedisView(stack()));
}
