import type { RunId, TurnStart } from '@parley/contracts';
import { handoffMessage } from '../engine/handoff/handoff-message.js';
import type { AskedRun } from './asked-run.js';

export interface TurnStartFacts {
  runId: RunId;
  traceId: string;
  queueTimeoutMs: number;
  disconnectGraceMs: number;
}

/** The store call that starts the run that was asked for. */
export function turnStart(asked: AskedRun, facts: TurnStartFacts): TurnStart {
  const { runId, traceId, queueTimeoutMs, disconnectGraceMs } = facts;
  const { scope, agent, request, policies, language, idempotency } = asked;
  const { threadId, sessionId, caller } = scope;
  return {
    thread_id: threadId,
    run_id: runId,
    user_id: caller.userId,
    agent_id: agent.agent_id,
    request,
    ...policies,
    disconnect_grace_ms: disconnectGraceMs,
    queue_timeout_ms: queueTimeoutMs,
    turn_timeout_ms: agent.timeout_ms,
    handoff: handoffMessage({ runId, threadId, sessionId, caller, agentId: agent.agent_id, request, language, traceId }),
    ...(idempotency && { idempotency }),
  };
}
