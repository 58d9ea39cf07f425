import type { AgentSummary } from '@parley/contracts';
import type { Agent } from './agent.js';

/** What the gateway and its users may know of an agent. */
export function agentSummary({ id, name, description, greeting, policies, timeoutMs }: Agent): AgentSummary {
  return {
    agent_id: id,
    name,
    ...(description && { description }),
    ...(greeting && { greeting }),
    policies,
    timeout_ms: timeoutMs,
  };
}
