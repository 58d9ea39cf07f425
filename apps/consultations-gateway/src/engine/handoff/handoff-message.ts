import { CHAT_DISPATCH, type HandoffMessage, type Lang, type RunId, type ThreadId, type TurnStart } from '@parley/contracts';
import type { Caller } from '../../caller/caller.js';

export interface HandoffParts {
  runId: RunId;
  threadId: ThreadId;
  sessionId: string;
  caller: Caller;
  agentId: string;
  request: TurnStart['request'];
  language: Lang;
  traceId: string;
}

/** The job for a turn (protocol, section 7), without its epoch, which only the store can give. */
export function handoffMessage(parts: HandoffParts): HandoffMessage {
  const { runId, threadId, sessionId, caller, agentId, request, language, traceId } = parts;
  return {
    id: runId,
    type: CHAT_DISPATCH,
    tenantId: caller.tenantId,
    sessionKey: threadId,
    businessKey: threadId,
    traceId,
    payload: {
      request: requestPayload(request),
      options: { kind: request.kind, agentId },
      callback: { transport: 'redis-pubsub' },
      executionId: runId,
    },
    headers: {
      organizationId: caller.tenantId,
      userId: caller.userId,
      language,
      conversationId: sessionId,
      source: 'chat',
    },
  };
}

function requestPayload(request: TurnStart['request']): HandoffMessage['payload']['request'] {
  if (request.kind === 'chat') return { message: request.message };
  const { card_id, action, answers } = request;
  return { ...(card_id !== undefined && { card_id }), user_response: { action, answers } };
}
