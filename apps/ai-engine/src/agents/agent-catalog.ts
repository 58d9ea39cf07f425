import { type AgentSummary, ParleyError } from '@parley/contracts';
import type { Agent } from './agent.js';
import { agentSummary } from './agent-summary.js';

/** A file that is not used, because a later folder has an agent of the same id. */
export interface OverriddenAgent {
  id: string;
  file: string;
  by: string;
}

/** All agents of this engine, as they were when it started. */
export class AgentCatalog {
  private readonly byId: ReadonlyMap<string, Agent>;

  constructor(
    agents: readonly Agent[],
    readonly overridden: readonly OverriddenAgent[] = [],
  ) {
    this.byId = new Map(agents.map((agent) => [agent.id, agent]));
  }

  /** Throws `agent_not_found`. */
  get(id: string): Agent {
    const agent = this.byId.get(id);
    if (!agent)
      throw new ParleyError('agent_not_found', {
        detail: `There is no agent "${id}". Agents: ${[...this.byId.keys()].join(', ')}.`,
      });
    return agent;
  }

  find(id: string): Agent | undefined {
    return this.byId.get(id);
  }

  list(): Agent[] {
    return [...this.byId.values()];
  }

  summaries(): AgentSummary[] {
    return this.list().map(agentSummary);
  }
}
