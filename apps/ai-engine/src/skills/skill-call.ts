import type { HistoryMessage, Lang, SkillEvent, SkillLog } from '@parley/contracts';
import type { Agent } from '../agents/agent.js';
import type { ModelClient } from '../model/model-client.js';
import type { UsageMeter } from '../model/usage-meter.js';

/** What the graph hands over when it runs a skill, or the answer. */
export interface SkillCall {
  agent: Agent;
  state: Readonly<Record<string, unknown>>;
  /** The user's last chat message; on a resume too. */
  message: string;
  /** Earlier turns, before that message, oldest first. */
  history: readonly HistoryMessage[];
  /** `{ field_key: value }` of all this skill's answers since the user's last chat message. */
  answers: Readonly<Record<string, unknown>>;
  /** The user cancelled the card on which this skill asked. */
  cancelled: boolean;
  lang: Lang;
  user: { id: string; tenant_id: string };
  stepId: string;
  /** Resolves when the event is on its way; drops it where the node is not visible. */
  emit(event: SkillEvent): Promise<void>;
  /** Of the turn: its reason is what an aborted skill throws. */
  signal: AbortSignal;
  model: ModelClient;
  /** Every model call of the turn is added to it. */
  usage: UsageMeter;
  log: SkillLog;
}
