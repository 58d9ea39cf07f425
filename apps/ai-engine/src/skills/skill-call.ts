import type { HistoryMessage, Lang, RunEventOf, SkillEvent, SkillLog, SkillResult } from '@parley/contracts';
import type { Agent } from '../agents/agent.js';
import type { ModelClient } from '../model/model-client.js';
import type { UsageMeter } from '../model/usage-meter.js';
import type { Toolbox } from '../tools/tool.js';
import type { ToolWork } from './tool-work.js';

/** What becomes of a call of a skill or the answer: its result, or a further step, because its model wants tools. */
export type SkillStep = { result: SkillResult } | { work: ToolWork };

export type ToolEvent =
  (Omit<RunEventOf<'tool_call'>, 'data'> & { data: Omit<RunEventOf<'tool_call'>['data'], 'node'> }) | RunEventOf<'tool_result'>;

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
  /** The same for what its tools do, which a person may read whether or not the node is visible. */
  emitTool(event: ToolEvent): Promise<void>;
  /** Whether what the model thinks reaches anybody. */
  isThinkingShown: boolean;
  /** What the model and its tools have said to each other so far; undefined before its first call. */
  work: ToolWork | undefined;
  /** For the ids of the items on which a person is asked for a call. */
  itemBase: string;
  openTools(names: readonly string[]): Promise<Toolbox>;
  /** Of the turn: its reason is what an aborted skill throws. */
  signal: AbortSignal;
  model: ModelClient;
  /** Every model call of the turn is added to it. */
  usage: UsageMeter;
  log: SkillLog;
}
