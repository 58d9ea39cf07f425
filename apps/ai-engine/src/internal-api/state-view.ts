import { Injectable } from '@nestjs/common';
import { type ThreadId, type ThreadStateView } from '@parley/contracts';
import { AgentCatalog } from '../agents/agent-catalog.js';
import { Consultation } from '../graph/consultation.js';
import { standingOf } from '../graph/explain.js';

/** Shows developers what a thread knows, and why its skills run or don't. */
@Injectable()
export class StateView {
  constructor(
    private readonly consultation: Consultation,
    private readonly agents: AgentCatalog,
  ) {}

  /** Of the last checkpoint. A thread without one knows nothing. Throws `agent_not_found` where the engine lost the agent. */
  async of(threadId: ThreadId): Promise<ThreadStateView> {
    const state = await this.consultation.load(threadId);
    if (!state) return { agent_id: null, turn: 0, state: {}, skills: [], choice: null };
    const agent = this.agents.get(state.turn.agentId);
    const { choice } = state;
    return {
      agent_id: agent.id,
      turn: state.turn.turn,
      state: state.facts,
      skills: standingOf(agent, state),
      choice: choice && { skills: choice.skills, ...(choice.reason !== undefined && { reason: choice.reason }) },
    };
  }
}
