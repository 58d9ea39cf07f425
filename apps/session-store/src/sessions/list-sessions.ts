import { Inject, Injectable } from '@nestjs/common';
import {
  ParleyError,
  sessionsIndexKey,
  threadIdOf,
  type FeedSession,
  type Page,
  type Session,
  type SessionList,
} from '@parley/contracts';
import { REDIS } from '@parley/platform';
import type { RedisClient } from '@parley/run-log';
import { SessionIndex, type IndexPlace } from './session-index.js';
import { SessionsService } from './sessions.service.js';

/** Younger entries stay, whatever they point to: they may be just ahead of their session. */
const ANNOUNCED_MS = 60_000;

/** Lists the sessions of a namespace, latest `updated_at` first. The index proposes, the sessions decide. */
@Injectable()
export class ListSessions {
  constructor(
    @Inject(REDIS) private readonly redis: RedisClient,
    private readonly index: SessionIndex,
    private readonly sessions: SessionsService,
  ) {}

  /** A page may be short of sessions that are gone and still have a next one. Throws `validation_failed` for a bad cursor. */
  async list(request: SessionList): Promise<Page<Session>> {
    const { items, next_cursor } = await this.listForFeed(request);
    return { items: items.map(({ session }) => session), next_cursor };
  }

  /** With what a feed has to know besides. */
  async listForFeed(request: SessionList): Promise<Page<FeedSession>> {
    const { tenant_id, owner, user_id, limit, cursor } = request;
    const key = sessionsIndexKey(tenant_id, owner, user_id);
    const entries = await this.index.read(key, cursor === undefined ? undefined : placeOf(cursor), limit + 1);
    const found = await Promise.all(entries.slice(0, limit).map((entry) => this.sessionAt(entry, request)));
    await this.forget(
      key,
      entries.filter((_entry, index) => index < limit && found[index] === undefined),
    );
    const last = entries.length > limit ? entries[limit - 1] : undefined;
    return {
      items: found.filter((session) => session !== undefined),
      next_cursor: last ? `${last.score}-${last.sessionId}` : null,
    };
  }

  /** Undefined where there is none (any more), or it is another user's. */
  private async sessionAt(
    entry: IndexPlace,
    { tenant_id: tenantId, owner, user_id }: SessionList,
  ): Promise<FeedSession | undefined> {
    const threadId = threadIdOf({ tenantId, owner, sessionId: entry.sessionId });
    try {
      const found = await this.sessions.getForFeed(threadId);
      if (user_id !== undefined && found.user_id !== user_id) return undefined;
      if (Date.parse(found.session.updated_at) > entry.score) await this.index.touch(threadId);
      return found;
    } catch (error) {
      if (error instanceof ParleyError && error.code === 'session_not_found') return undefined;
      throw error;
    }
  }

  private async forget(key: string, entries: IndexPlace[]): Promise<void> {
    const stale = entries.filter(({ score }) => score < Date.now() - ANNOUNCED_MS);
    if (stale.length > 0) await this.redis.zrem(key, ...stale.map(({ sessionId }) => sessionId));
  }
}

function placeOf(cursor: string): IndexPlace {
  const found = /^(\d{1,15})-([A-Za-z0-9_-]{1,128})$/.exec(cursor);
  if (!found?.[1] || !found[2]) {
    throw new ParleyError('validation_failed', {
      errors: [{ path: 'cursor', message: 'cursor must be a next_cursor of an earlier page' }],
    });
  }
  return { score: Number(found[1]), sessionId: found[2] };
}
