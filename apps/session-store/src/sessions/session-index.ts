import { Inject, Injectable } from '@nestjs/common';
import { partsOfThread, sessionKey, sessionsIndexKey, type ThreadId } from '@parley/contracts';
import { REDIS } from '@parley/platform';
import type { RedisClient } from '@parley/run-log';

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
  constructor(@Inject(REDIS) private readonly redis: RedisClient) {}

  /** Before a session is created: whatever becomes of the creation, no session is without its entry. */
  async announce(threadId: ThreadId, userId: string): Promise<void> {
    await this.write(threadId, userId, Date.now(), 'NX');
  }

  /** After a change of the session. Nothing is lost where this does not happen any more: a reader of the list does it then. */
  async touch(threadId: ThreadId): Promise<void> {
    const [userId, updatedAt] = await this.redis.hmget(sessionKey(threadId), 'user_id', 'updated_at');
    if (userId != null) await this.write(threadId, userId, Number(updatedAt), 'GT');
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

  private async write(threadId: ThreadId, userId: string, score: number, mode: 'NX' | 'GT'): Promise<void> {
    const { sessionId } = partsOfThread(threadId);
    await Promise.all(
      this.keysOf(threadId, userId).map((key) =>
        mode === 'NX' ? this.redis.zadd(key, 'NX', score, sessionId) : this.redis.zadd(key, 'GT', score, sessionId),
      ),
    );
  }

  private keysOf(threadId: ThreadId, userId: string): string[] {
    const { tenantId, owner } = partsOfThread(threadId);
    return [sessionsIndexKey(tenantId, owner), sessionsIndexKey(tenantId, owner, userId)];
  }
}
