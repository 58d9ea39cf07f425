import {
  CHAT_DISPATCH,
  DEFAULT_POLICIES,
  partsOfThread,
  type HandoffMessage,
  type RunId,
  type ThreadId,
  type TurnStart,
  type TurnStarted,
} from '@parley/contracts';
import { v7 } from 'uuid';

export type StartOptions = Partial<Omit<TurnStart, 'thread_id' | 'request' | 'handoff'>> & { language?: string };

export const newRunId = (): RunId => `chat-${v7()}` as RunId;
export const epochOf = ({ handoff }: Pick<TurnStarted, 'handoff'>): number => handoff?.payload.options.epoch ?? 0;

/** The call as a gateway makes it. */
export function turnStartOf(threadId: ThreadId, request: TurnStart['request'], options: StartOptions): TurnStart {
  const { language = 'en', run_id = newRunId(), ...more } = options;
  return {
    ...{ thread_id: threadId, run_id, user_id: 'ann', agent_id: 'echo', request, ...DEFAULT_POLICIES },
    ...{ queue_timeout_ms: 60_000, disconnect_grace_ms: 10_000, turn_timeout_ms: 120_000, ...more },
    handoff: handoffOf(threadId, run_id, request, language),
  };
}

function handoffOf(threadId: ThreadId, runId: RunId, request: TurnStart['request'], language: string): HandoffMessage {
  const { tenantId, sessionId } = partsOfThread(threadId);
  const asked =
    request.kind === 'chat'
      ? { message: request.message }
      : { user_response: { action: request.action, answers: request.answers } };
  return {
    ...{ id: runId, type: CHAT_DISPATCH, tenantId, sessionKey: threadId, businessKey: threadId, traceId: 'trace-1' },
    payload: {
      request: asked,
      options: { kind: request.kind, agentId: 'echo' },
      callback: { transport: 'redis-pubsub' },
      executionId: runId,
    },
    headers: { organizationId: tenantId, userId: 'ann', language, conversationId: sessionId, source: 'chat' },
  };
}
