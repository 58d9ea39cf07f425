import { Injectable } from '@nestjs/common';
import { type ChatRequest, ParleyError, type ThreadId } from '@parley/contracts';
import { StoreClient } from '@parley/platform';
import { GatewayConfig } from '../config.js';
import { AgentDirectory } from '../engine/agent-directory.js';
import { policiesOf } from '../runs/asked-run.js';
import type { FollowedRun } from '../runs/followed-run.js';
import type { RunAsk } from '../runs/run-endpoint.js';
import { RunStarter } from '../runs/run-starter.js';

/** A user's message to an agent. */
@Injectable()
export class ChatService {
  constructor(
    private readonly store: StoreClient,
    private readonly agents: AgentDirectory,
    private readonly starter: RunStarter,
    private readonly config: GatewayConfig,
  ) {}

  /** Throws what keeps the message from being answered, before anything of it is to be seen. */
  async start(ask: RunAsk, body: ChatRequest): Promise<FollowedRun> {
    const agent = await this.agents.find(body.agent_id ?? (await this.agentOf(ask.scope.threadId)));
    const request = { kind: 'chat', message: body.message } as const;
    return this.starter.start({ ...ask, agent, request, policies: policiesOf(body, agent) });
  }

  /** The session's agent; a session that does not exist yet gets the default one. */
  private async agentOf(threadId: ThreadId): Promise<string> {
    try {
      return (await this.store.call('session.get', { thread_id: threadId })).agent_id;
    } catch (error) {
      if (error instanceof ParleyError && error.code === 'session_not_found') return this.config.DEFAULT_AGENT;
      throw error;
    }
  }
}
