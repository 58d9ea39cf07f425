import type { RunnableConfig } from '@langchain/core/runnables';
import type { ClaimedTurn, Lang, RunId, SkillLog, ThreadId } from '@parley/contracts';
import type { Agent } from '../agents/agent.js';
import type { ModelClient } from '../model/model-client.js';
import type { UsageMeter } from '../model/usage-meter.js';
import type { RunJournal } from '../run/run-journal.js';
import type { Tools } from '../tools/tools.js';

/** All that the nodes need and the state does not hold: it lives as long as one attempt of one run. */
export interface RunContext {
  threadId: ThreadId;
  runId: RunId;
  epoch: number;
  agent: Agent;
  claimed: ClaimedTurn;
  user: { id: string; tenant_id: string };
  lang: Lang;
  journal: RunJournal;
  model: ModelClient;
  tools: Pick<Tools, 'open'>;
  usage: UsageMeter;
  log: SkillLog;
  /** Whether the log is told why each step is taken. */
  isTracing: boolean;
  /** Aborted when the turn has ended or must end; its reason is what nodes throw. */
  signal: AbortSignal;
}

/** Handed to the nodes through the graph's config. */
export const RUN_CONTEXT = 'parley_run';

export function runContextOf(config: RunnableConfig): RunContext {
  const context = config.configurable?.[RUN_CONTEXT] as RunContext | undefined;
  if (!context) throw new TypeError('the graph was started without a run context');
  return context;
}
