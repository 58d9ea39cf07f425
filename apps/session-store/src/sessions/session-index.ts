import { Inject, Injectable } from '@nestjs/common';
import { partsOfThread, sessionKey, sessionsIndexKey, type ThreadId } from '@parley/contracts';
import { LOGGER, REDIS, type AppLogger } from '@parley/platform';
import type { RedisClient } from '@parley/run-log';
import { SessionStoreConfig } from '../config.js';
import { SCRIPTS } from '../redis/scripts.js';

/** A place in a list: below which score, and within one score below which id, it goes on. */
export interface IndexPlace {
  score: number;
  sessionId: string;
}

/**
 * Which sessions a namespace has, latest first. An index in slots of its own: written before what it points to,
 * filtered on read, and put right where a reader finds it behind.
 */
@Injectable()
export class SessionIndex {
  constructor(
    @Inject(REDIS) private readonly redis: RedisClient,
    private readonly config: SessionStoreConfig,
    @Inject(LOGGER) private readonly logger: AppLogger,
  ) {}

  /** Before a session is created: whatever becomes of the creation, no session is without its entry. */
  async announce(threadId: ThreadId, userId: string): Promise<void> {
    if ((await this.redis.exists(sessionKey(threadId))) === 0) await this.put(threadId, userId, Date.now(), 'NX');
  }

  /** After a change of the session, which stands whatever becomes of this: never throws. Who next lists the session catches up. */
  async touch(threadId: ThreadId): Promise<void> {
    try {
      const [userId, updatedAt] = await this.redis.hmget(sessionKey(threadId), 'user_id', 'updated_at');
      if (typeof userId === 'string') await this.put(threadId, userId, Number(updatedAt), 'GT');
    } catch (err) {
      this.logger.warn({ err }, 'a changed session could not be moved up in the lists');
    }
  }

  async remove(threadId: ThreadId, userId: string): Promise<void> {
    const { sessionId } = partsOfThread(threadId);
    await Promise.all(this.keysOf(threadId, userId).map((key) => this.redis.zrem(key, sessionId)));
  }

  /** The next entries after `place`, latest first. */
  async read(key: string, place: IndexPlace | undefined, count: number): Promise<IndexPlace[]> {
    const from = place === undefined ? '+inf' : String(place.score);
    const found: IndexPlace[] = [];
    // Entries of one score are ordered by id, so that a page may end between two of them.
    for (let offset = 0; found.length < count; offset += count + 1) {
      const flat = await this.redis.zrevrangebyscore(key, from, '-inf', 'WITHSCORES', 'LIMIT', offset, count + 1);
      for (let i = 0; i < flat.length; i += 2) {
        const entry = { sessionId: flat[i] ?? '', score: Number(flat[i + 1]) };
        if (place === undefined || entry.score < place.score || entry.sessionId < place.sessionId) found.push(entry);
      }
      if (flat.length < 2 * (count + 1)) break;
    }
    return found.slice(0, count);
  }

  private async put(threadId: ThreadId, userId: string, score: number, mode: 'NX' | 'GT'): Promise<void> {
    const { sessionId } = partsOfThread(threadId);
    // An entry is touched after its session, or by the next reader: it must not lapse before it.
    const ttlMs = 2 * this.config.sessionTtlMs;
    await SCRIPTS.indexPut.run(this.redis, this.keysOf(threadId, userId), [mode, score, sessionId, ttlMs]);
  }

  private keysOf(threadId: ThreadId, userId: string): string[] {
    const { tenantId, owner } = partsOfThread(threadId);
    return [sessionsIndexKey(tenantId, owner), sessionsIndexKey(tenantId, owner, userId)];
  }
}
