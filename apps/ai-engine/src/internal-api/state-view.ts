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

  /** Of the last checkpoint. A thread without one knows nothing; of an agent that this engine has not, the skills are unknown. */
  async of(threadId: ThreadId): Promise<ThreadStateView> {
    const state = await this.consultation.load(threadId);
    if (!state) return { agent_id: null, turn: 0, state: {}, skills: [], choice: null };
    const { choice } = state;
    const { agentId } = state.turn;
    const agent = this.agents.find(agentId);
    return {
      agent_id: agentId,
      turn: state.turn.turn,
      state: state.facts,
      skills: agent ? standingOf(agent, state) : [],
      choice: choice && { skills: choice.skills, ...(choice.reason !== undefined && { reason: choice.reason }) },
    };
  }
}
