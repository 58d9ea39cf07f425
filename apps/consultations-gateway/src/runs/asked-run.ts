import { type AgentSummary, DEFAULT_POLICIES, type Lang, type Policies, type TurnStart } from '@parley/contracts';
import type { SessionScope } from '../sessions/session-scope.js';

/** What chat and resume ask for, in the same words. */
export interface AskedRun {
  scope: SessionScope;
  agent: AgentSummary;
  request: TurnStart['request'];
  policies: Policies;
  language: Lang;
  idempotency?: TurnStart['idempotency'];
  /** Ends the following, never the run. */
  viewer: AbortSignal;
}

/** What the request says, else the agent, else the product. */
export function policiesOf(body: Partial<Policies>, agent: Pick<AgentSummary, 'policies'>): Policies {
  const of = <Name extends keyof Policies>(name: Name): Policies[Name] =>
    body[name] ?? agent.policies[name] ?? DEFAULT_POLICIES[name];
  return {
    on_active_turn: of('on_active_turn'),
    on_pending_card: of('on_pending_card'),
    on_disconnect: of('on_disconnect'),
  };
}
