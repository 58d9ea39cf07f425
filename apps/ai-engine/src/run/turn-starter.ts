import {
  DEFAULT_POLICIES,
  ParleyError,
  partsOfThread,
  type HandoffMessage,
  type RunId,
  type ThreadId,
  type TurnStart,
} from '@parley/contracts';
import type { AgentCatalog } from '../agents/agent-catalog.js';
import type { TurnStore } from './turn-runner.js';

export interface StartedTurn {
  message: HandoffMessage;
  epoch: number;
  /** The request was answered by this run before: there is nothing to work off. */
  isJoined: boolean;
}

export interface TurnStarterDeps {
  store: TurnStore;
  agents: AgentCatalog;
  defaultAgent: string;
  queueTimeoutMs: number;
}

/** Starts the turns of requests that did not come through a gateway: another service called the API, or enqueued a job without an epoch. */
export class TurnStarter {
  constructor(private readonly deps: TurnStarterDeps) {}

  /** Starting the same run twice starts it once. Throws the refusals of the error table. */
  async start(message: HandoffMessage): Promise<StartedTurn> {
    const { store, agents, defaultAgent, queueTimeoutMs } = this.deps;
    const threadId = message.sessionKey as ThreadId;
    const agent = agents.get(message.payload.options.agentId ?? (await this.agentOf(threadId)) ?? defaultAgent);
    const handoff = { ...message, payload: { ...message.payload, options: { ...message.payload.options, agentId: agent.id } } };
    const started = await store.call('turn.start', {
      thread_id: threadId,
      run_id: message.id as RunId,
      user_id: message.headers.userId,
      agent_id: agent.id,
      request: requestOf(message),
      ...{ ...DEFAULT_POLICIES, ...agent.policies },
      // No gateway follows it for a person: whoever asked may come for the result when it is there.
      on_disconnect: 'continue',
      disconnect_grace_ms: 0,
      queue_timeout_ms: queueTimeoutMs,
      turn_timeout_ms: agent.timeoutMs,
      handoff,
    });
    const epoch = started.handoff?.payload.options.epoch;
    if (started.handoff && epoch !== undefined) return { message: started.handoff, epoch, isJoined: false };
    return this.joined({ ...handoff, id: started.run_id }, started.run_id === message.id);
  }

  /** Its own run again: a job whose worker died and that is delivered once more. The claim decides whether it is taken over. */
  private async joined(message: HandoffMessage, isOwn: boolean): Promise<StartedTurn> {
    const none = { message, epoch: 0, isJoined: true };
    if (!isOwn) return none;
    const run = { thread_id: message.sessionKey as ThreadId, run_id: message.id as RunId };
    const { status, epoch } = await this.deps.store.call('turn.find', run);
    return status === 'open' && epoch !== undefined ? { message, epoch, isJoined: false } : none;
  }

  private async agentOf(threadId: ThreadId): Promise<string | undefined> {
    try {
      return (await this.deps.store.call('session.get', { thread_id: threadId })).agent_id;
    } catch (error) {
      if (error instanceof ParleyError && error.code === 'session_not_found') return undefined;
      throw error;
    }
  }
}

function requestOf({ payload: { request } }: HandoffMessage): TurnStart['request'] {
  if ('message' in request) return { kind: 'chat', message: request.message };
  const { action = 'submit', answers = [] } = request.user_response;
  return { kind: 'resume', action, answers, ...(request.card_id !== undefined && { card_id: request.card_id }) };
}

/** A handoff message of a turn that nobody has started yet. */
export function newHandoff(input: {
  runId: RunId;
  threadId: ThreadId;
  agentId?: string;
  userId: string;
  language: string;
  traceId: string;
  request: HandoffMessage['payload']['request'];
}): HandoffMessage {
  const { runId, threadId, agentId, userId, language, traceId, request } = input;
  const { tenantId, sessionId } = partsOfThread(threadId);
  return {
    id: runId,
    type: 'agent.chat_dispatch.v1',
    tenantId,
    sessionKey: threadId,
    businessKey: threadId,
    traceId,
    payload: {
      request,
      options: { kind: 'message' in request ? 'chat' : 'resume', ...(agentId !== undefined && { agentId }) },
      callback: { transport: 'redis-pubsub' },
      executionId: runId,
    },
    headers: { organizationId: tenantId, userId, language, conversationId: sessionId, source: 'chat' },
  };
}
