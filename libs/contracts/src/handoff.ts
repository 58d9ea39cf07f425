import type { UserResponse } from './card.js';
import type { ErrorCode } from './error-table.js';
import type { RunEvent, RunKind } from './run-event.js';

/** The job in Bull's queue: what a turn is asked to do (protocol, section 7). camelCase is its published form. */
export const CHAT_DISPATCH = 'agent.chat_dispatch.v1';

export interface HandoffMessage {
  /** The run id, which is also the job id. */
  id: string;
  type: typeof CHAT_DISPATCH;
  tenantId: string;
  /** The thread id, in both. */
  sessionKey: string;
  businessKey: string;
  traceId: string;
  payload: {
    request: ChatRequestPayload | ResumeRequestPayload;
    options: HandoffOptions;
    callback: AgentChatCallbackTarget;
    /** The run id. */
    executionId: string;
  };
  headers: { organizationId: string; userId: string; language: string; conversationId: string; source: 'chat' };
}

export interface ChatRequestPayload {
  message: string;
}

export interface ResumeRequestPayload {
  card_id?: string;
  user_response: UserResponse;
}

export interface HandoffOptions {
  kind: RunKind;
  agentId?: string;
  /** Absent when another service enqueued the message: the worker then starts the turn itself. */
  epoch?: number;
}

export type AgentChatCallbackTarget =
  | {
      transport?: 'handoff-message';
      messageType: string;
      events?: 'all' | 'lifecycle';
      headers?: Record<string, string>;
      context?: Record<string, unknown>;
    }
  | { transport: 'redis-pubsub'; context?: Record<string, unknown> };

/** One run event on its way back. `sequence` is its number in the run; the terminal event travels in the one `complete` or `error`. */
export interface CallbackEnvelope {
  kind: 'stream' | 'complete' | 'error';
  sourceMessageId: string;
  sequence: number;
  event?: RunEvent;
  error?: { code: ErrorCode; message: string };
  context?: Record<string, unknown>;
}
