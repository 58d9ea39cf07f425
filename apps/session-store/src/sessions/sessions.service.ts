import { Inject, Injectable } from '@nestjs/common';
import {
  cardsKey,
  checkpointsIndexKey,
  checkpointsKey,
  messagesKey,
  ParleyError,
  partsOfThread,
  runsKey,
  sessionKey,
  sessionsIndexKey,
  threadBase,
  threadIdOf,
  type Page,
  type Session,
  type SessionCreate,
  type SessionList,
  type ThreadId,
} from '@parley/contracts';
import { REDIS } from '@parley/platform';
import type { RedisClient } from '@parley/run-log';
import { SessionStoreConfig } from '../config.js';
import { SCRIPTS } from '../redis/scripts.js';
import { preempted } from '../turns/closing-events.js';
import { SESSION_FIELDS, sessionOf, type SessionValues } from './session-fields.js';
import { SessionIndex, type IndexPlace } from './session-index.js';

/** Creates, reads, lists and deletes sessions. */
@Injectable()
export class SessionsService {
  constructor(
    @Inject(REDIS) private readonly redis: RedisClient,
    private readonly index: SessionIndex,
    private readonly config: SessionStoreConfig,
  ) {}

  /** An id that exists answers the session as it is; of two creations at once the later one gets the earlier's. */
  async create(request: SessionCreate): Promise<{ session: Session; created: boolean }> {
    const { thread_id: threadId, agent_id, user_id, title = '', matter_id = '', metadata } = request;
    await this.index.announce(threadId, user_id);
    const { sessionId } = partsOfThread(threadId);
    const fields = { session_id: sessionId, agent_id, user_id, title, matter_id, metadata: metadata ? JSON.stringify(metadata) : '' };
    const created = await SCRIPTS.sessionCreate.run(
      this.redis,
      [sessionKey(threadId)],
      [this.config.sessionTtlMs, ...Object.entries(fields).flat()],
    );
    return { session: await this.get(threadId), created: created === 1 };
  }

  /** Throws `session_not_found`. */
  async get(threadId: ThreadId): Promise<Session> {
    return sessionOf(threadId, await this.read(threadId, SESSION_FIELDS));
  }

  /** Fields of the session hash as they truly stand: overdue turns are closed and lapsed cards gone. Throws `session_not_found`. */
  async read(threadId: ThreadId, fields: readonly string[]): Promise<SessionValues> {
    const values = await SCRIPTS.sessionRead.run(
      this.redis,
      [sessionKey(threadId)],
      [threadBase(threadId), this.config.logTtlMs, ...fields],
    );
    if (!Array.isArray(values)) throw sessionNotFound(threadId);
    return values as SessionValues;
  }

  async list({ tenant_id, owner, user_id, limit, cursor }: SessionList): Promise<Page<Session>> {
    const key = sessionsIndexKey(tenant_id, owner, user_id);
    const entries = await this.index.read(key, cursor === undefined ? undefined : placeOf(cursor), limit + 1);
    const found = await Promise.all(entries.slice(0, limit).map((entry) => this.getListed(tenant_id, owner, key, entry)));
    const last = entries.length > limit ? entries[limit - 1] : undefined;
    return { items: found.filter((session) => session !== undefined), next_cursor: last ? `${last.score}-${last.sessionId}` : null };
  }

  /** Throws `session_not_found`, also for the later of two deletions. */
  async delete(threadId: ThreadId): Promise<void> {
    const [userId] = await this.read(threadId, ['user_id']);
    const keys = [sessionKey, messagesKey, cardsKey, runsKey, checkpointsKey, checkpointsIndexKey].map((keyOf) => keyOf(threadId));
    const args = [threadBase(threadId), JSON.stringify(preempted('aborted')), this.config.logTtlMs];
    const deleted = await SCRIPTS.sessionDelete.run(this.redis, keys, args);
    await this.index.remove(threadId, userId ?? '');
    if (deleted !== 1) throw sessionNotFound(threadId);
  }

  private async getListed(tenantId: string, owner: string, key: string, entry: IndexPlace): Promise<Session | undefined> {
    const threadId = threadIdOf({ tenantId, owner, sessionId: entry.sessionId });
    try {
      const session = await this.get(threadId);
      if (Date.parse(session.updated_at) > entry.score) await this.index.touch(threadId);
      return session;
    } catch (error) {
      if (!(error instanceof ParleyError) || error.code !== 'session_not_found') throw error;
      // Announced and never created, lapsed, or deleted: only an old entry is taken away, a new one may be just ahead of its session.
      if (entry.score < Date.now() - 60_000) await this.redis.zrem(key, entry.sessionId);
      return undefined;
    }
  }
}

function sessionNotFound(threadId: ThreadId): ParleyError {
  return new ParleyError('session_not_found', { detail: `There is no session ${partsOfThread(threadId).sessionId}.` });
}

function placeOf(cursor: string): IndexPlace {
  const found = /^(\d+)-([A-Za-z0-9_-]{1,128})$/.exec(cursor);
  if (!found?.[1] || !found[2]) {
    throw new ParleyError('validation_failed', { errors: [{ path: 'cursor', message: 'cursor must be a next_cursor of an earlier page' }] });
  }
  return { score: Number(found[1]), sessionId: found[2] };
}
