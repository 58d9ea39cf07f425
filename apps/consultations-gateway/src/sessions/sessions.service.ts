import { Injectable } from '@nestjs/common';
import type { CreateSessionRequest, ListQuery, Page, Session, SessionId } from '@parley/contracts';
import { StoreClient } from '@parley/platform';
import { v7 } from 'uuid';
import type { Caller } from '../caller/caller.js';
import { GatewayConfig } from '../config.js';
import { AgentDirectory } from '../engine/agent-directory.js';
import type { SessionScope } from './session-scope.js';

/** Sessions as their users manage them. All of it throws `session_not_found` where there is none. */
@Injectable()
export class SessionsService {
  constructor(
    private readonly store: StoreClient,
    private readonly agents: AgentDirectory,
    private readonly config: GatewayConfig,
  ) {}

  newId(): SessionId {
    return v7() as SessionId;
  }

  /** A session that exists stays as it is. Throws `agent_not_found` for an agent that is named and unknown. */
  async create({ threadId, caller }: SessionScope, body: CreateSessionRequest): Promise<{ session: Session; created: boolean }> {
    const { agent_id, title, matter_id, metadata } = body;
    if (agent_id !== undefined) await this.agents.find(agent_id);
    return this.store.call('session.create', {
      thread_id: threadId,
      agent_id: agent_id ?? this.config.DEFAULT_AGENT,
      user_id: caller.userId,
      ...(title !== undefined && { title }),
      ...(matter_id !== undefined && { matter_id }),
      ...(metadata !== undefined && { metadata }),
    });
  }

  /** The caller's sessions, latest first; where the request names a user, only that user's. */
  list({ tenantId, owner, namedUserId }: Caller, { limit, cursor }: ListQuery): Promise<Page<Session>> {
    return this.store.call('session.list', {
      tenant_id: tenantId,
      owner,
      limit,
      ...(namedUserId !== undefined && { user_id: namedUserId }),
      ...(cursor !== undefined && { cursor }),
    });
  }

  get({ threadId }: SessionScope): Promise<Session> {
    return this.store.call('session.get', { thread_id: threadId });
  }

  /** A running turn is ended first. */
  async delete({ threadId }: SessionScope): Promise<void> {
    await this.store.call('session.delete', { thread_id: threadId });
  }
}
