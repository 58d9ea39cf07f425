import type { SkillLog, ToolFunction } from '@parley/contracts';
import type { Agent } from '../../agents/agent.js';
import type { AgentTool, JsonSchema, ModuleTool } from '../../agents/agent-tool.js';
import type { Toolbox, ToolCallContext } from '../tool.js';
import { Tools, type ToolsOptions } from '../tools.js';

export interface LogEntry {
  level: keyof SkillLog;
  message: string;
  fields?: Record<string, unknown>;
}

/** A log whose entries can be looked at. */
export function listedLog(): SkillLog & { entries: LogEntry[] } {
  const entries: LogEntry[] = [];
  const writer =
    (level: keyof SkillLog) =>
    (message: string, fields?: Record<string, unknown>): void =>
      void entries.push({ level, message, fields });
  return { entries, debug: writer('debug'), info: writer('info'), warn: writer('warn'), error: writer('error') };
}

/** An agent of which only its tools matter. */
export const agentWith = (...tools: AgentTool[]): Agent => ({
  id: 'a',
  name: { en: 'A' },
  model: { name: 'm' },
  timeoutMs: 1000,
  visibleNodes: new Set(['answer']),
  exposeThinking: false,
  historyTurns: 20,
  policies: {},
  router: 'rules',
  maxSteps: 50,
  outputRetries: 1,
  tools,
  skills: [],
  answer: { kind: 'prompt', prompt: 'x', tools: tools.map(({ name }) => name) },
  file: 'a/agent.yaml',
});

export const ANY_OBJECT: JsonSchema = { type: 'object' };

export const moduleTool = (call: ToolFunction, more: Partial<ModuleTool> = {}): ModuleTool => ({
  kind: 'module',
  name: 'fee',
  description: 'Works out a fee.',
  parameters: ANY_OBJECT,
  confirm: false,
  timeoutMs: 30_000,
  visible: true,
  call,
  ...more,
});

export function callContext(more: Partial<ToolCallContext> = {}): ToolCallContext & { log: ReturnType<typeof listedLog> } {
  const log = listedLog();
  return {
    stepId: 'thread/1/answer/1/0',
    signal: new AbortController().signal,
    state: { facts: { amount: 5 } },
    user: { id: 'u', tenant_id: 't' },
    lang: 'en',
    ...more,
    log,
  };
}

/** The toolbox of all these tools. */
export function openTools(tools: readonly AgentTool[], options: Partial<ToolsOptions> = {}): Promise<Toolbox> {
  const agent = agentWith(...tools);
  return new Tools({ log: listedLog(), ...options }).open(
    agent,
    agent.tools.map(({ name }) => name),
    new AbortController().signal,
  );
}
