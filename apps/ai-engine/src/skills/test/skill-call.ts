import type { SkillEvent, SkillLog } from '@parley/contracts';
import type { Agent } from '../../agents/agent.js';
import { ModelClient } from '../../model/model-client.js';
import { UsageMeter } from '../../model/usage-meter.js';
import { ResolvedToolbox } from '../../tools/resolved-toolbox.js';
import type { SkillCall, ToolEvent } from '../skill-call.js';

const SILENT: SkillLog = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

export const AGENT: Agent = {
  id: 'a',
  name: { zh: '甲', en: 'A' },
  model: { name: 'm', temperature: 0 },
  timeoutMs: 1000,
  visibleNodes: new Set(['answer']),
  exposeThinking: false,
  historyTurns: 20,
  policies: {},
  router: 'rules',
  maxSteps: 50,
  outputRetries: 1,
  tools: [],
  skills: [],
  answer: { kind: 'prompt', prompt: 'x', tools: [] },
  file: 'a/agent.yaml',
};

/** A call with everything in it; `emitted` collects what was said. Without `baseURL` no model listens. */
export function skillCall(
  more: Partial<SkillCall> = {},
  baseURL = 'http://127.0.0.1:1/v1',
): SkillCall & { emitted: (SkillEvent | ToolEvent)[] } {
  const emitted: (SkillEvent | ToolEvent)[] = [];
  return {
    agent: AGENT,
    state: {},
    message: 'now',
    history: [],
    answers: {},
    cancelled: false,
    lang: 'en',
    user: { id: 'u', tenant_id: 't' },
    stepId: 'thread/1/x/1',
    emit: async (event) => void emitted.push(event),
    emitTool: async (event) => void emitted.push(event),
    isThinkingShown: true,
    work: undefined,
    itemBase: 'x-1-1',
    openTools: async () => new ResolvedToolbox([]),
    signal: new AbortController().signal,
    model: new ModelClient({ baseURL, apiKey: '', pause: () => Promise.resolve() }),
    usage: new UsageMeter(),
    log: SILENT,
    emitted,
    ...more,
  };
}
