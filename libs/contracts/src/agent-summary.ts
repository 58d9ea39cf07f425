import type { Policies } from './policy.js';

export interface LocalText {
  zh?: string;
  en?: string;
}

/** An agent as `GET /agents` shows it to users. */
export interface PublicAgent {
  agent_id: string;
  name: LocalText;
  description?: LocalText;
  greeting?: LocalText;
}

/** What the gateway must know of an agent to start a turn of it: the engine's internal `GET …/ai/agents`. */
export interface AgentSummary extends PublicAgent {
  policies: Partial<Policies>;
  /** How long a turn may take, from the moment a worker takes it. */
  timeout_ms: number;
}
