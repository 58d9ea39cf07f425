import { Inject, Injectable } from '@nestjs/common';
import {
  ParleyError,
  partsOfThread,
  sessionKey,
  type FeedSession,
  type Session,
  type SessionCreate,
  type ThreadId,
} from '@parley/contracts';
import { REDIS } from '@parley/platform';
import type { RedisClient } from '@parley/run-log';
import { SessionStoreConfig } from '../config.js';
import { SCRIPTS } from '../redis/scripts.js';
import { threadArgs } from '../redis/thread-args.js';
import { preempted } from '../turns/closing-events.js';
import { SESSION_FIELDS, sessionOf, userIdOf, type SessionValues } from './session-fields.js';
import { SessionIndex } from './session-index.js';

/** Creates, reads and deletes sessions. */
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
    const fields = {
      session_id: sessionId,
      agent_id,
      user_id,
      title,
      matter_id,
      metadata: metadata ? JSON.stringify(metadata) : '',
    };
    const created = await SCRIPTS.sessionCreate.run(
      this.redis,
      [sessionKey(threadId)],
      [...threadArgs(threadId, this.config), ...Object.entries(fields).flat()],
    );
    if (created === 1) await this.index.touch(threadId);
    return { session: await this.get(threadId), created: created === 1 };
  }

  /** Throws `session_not_found`. */
  async get(threadId: ThreadId): Promise<Session> {
    return (await this.getForFeed(threadId)).session;
  }

  /** With what a feed has to know besides. Throws `session_not_found`. */
  async getForFeed(threadId: ThreadId): Promise<FeedSession> {
    const { values, changesInMs } = await this.readNow(threadId, SESSION_FIELDS);
    return { session: sessionOf(threadId, values), user_id: userIdOf(values), changes_in_ms: changesInMs };
  }

  /** Fields of the session hash as they truly stand: overdue turns are closed and lapsed cards gone. Throws `session_not_found`. */
  async read(threadId: ThreadId, fields: readonly string[]): Promise<SessionValues> {
    return (await this.readNow(threadId, fields)).values;
  }

  /** Throws `session_not_found`, also for the later of two deletions. */
  async delete(threadId: ThreadId): Promise<void> {
    const [userId] = await this.read(threadId, ['user_id']);
    const args = [...threadArgs(threadId, this.config), JSON.stringify(preempted('aborted'))];
    const deleted = await SCRIPTS.sessionDelete.run(this.redis, [sessionKey(threadId)], args);
    await this.index.remove(threadId, userId ?? '');
    // One that was made anew in between keeps its entry.
    await this.index.touch(threadId);
    if (deleted !== 1) throw sessionNotFound(threadId);
  }

  private async readNow(threadId: ThreadId, fields: readonly string[]): Promise<{ values: SessionValues; changesInMs: number }> {
    const args = [...threadArgs(threadId, this.config), ...fields];
    const found = await SCRIPTS.sessionRead.run(this.redis, [sessionKey(threadId)], args);
    if (!Array.isArray(found)) throw sessionNotFound(threadId);
    const [changesInMs, hasChanged, ...values] = found as [number, number, ...SessionValues];
    if (hasChanged === 1) await this.index.touch(threadId);
    return { values, changesInMs };
  }
}

function sessionNotFound(threadId: ThreadId): ParleyError {
  return new ParleyError('session_not_found', { detail: `There is no session ${partsOfThread(threadId).sessionId}.` });
}
