import type { ExecuteRequest, HandoffMessage, InternalResumeRequest } from '@parley/contracts';

/** The internal call that does what a handoff message asks for (protocol, section 6). */
export interface EngineRequest {
  path: 'agent/execute/stream' | 'agent/resume/stream';
  body: ExecuteRequest | InternalResumeRequest;
}

export function engineRequest({ id, tenantId, sessionKey, payload, headers }: HandoffMessage): EngineRequest {
  const { request, options } = payload;
  const run = { thread_id: sessionKey, run_id: id, epoch: options.epoch };
  if ('message' in request) {
    const user = { id: headers.userId, tenant_id: tenantId };
    return { path: 'agent/execute/stream', body: { ...run, agent_id: options.agentId ?? '', message: request.message, user } };
  }
  const { card_id, user_response } = request;
  const answers = user_response.answers?.map((answer) => ({ ...answer }));
  return {
    path: 'agent/resume/stream',
    body: { ...run, ...(card_id !== undefined && { card_id }), user_response: { ...user_response, answers } },
  };
}
