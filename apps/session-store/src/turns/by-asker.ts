import type { TurnStart } from '@parley/contracts';
import type { Asker } from '../cards/pending-cards.js';

/** A resume is run by the agent that asked, whichever its caller names. */
export function byAsker<Turn extends TurnStart>(turn: Turn, { agentId, turnTimeoutMs }: Asker): Turn {
  if (agentId === turn.agent_id) return turn;
  const { handoff } = turn;
  const { payload } = handoff;
  return {
    ...turn,
    agent_id: agentId,
    turn_timeout_ms: turnTimeoutMs,
    handoff: { ...handoff, payload: { ...payload, options: { ...payload.options, agentId } } },
  };
}
