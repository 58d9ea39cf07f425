import type { ModelMessage } from '@parley/contracts';
import { modelMessages } from '../prompts/model-messages.js';
import { renderPrompt } from '../prompts/render-prompt.js';
import type { SkillCall } from './skill-call.js';

/** The messages for a prompt of this agent: of a skill or of the answer. */
export function promptMessages(prompt: string, { agent, state, message, history, lang, cancelled }: SkillCall): ModelMessage[] {
  const name = agent.name[lang] ?? agent.name.zh ?? agent.name.en ?? agent.id;
  const system = renderPrompt(prompt, { state, message, agent: { id: agent.id, name }, lang, cancelled });
  return modelMessages({ system, history, historyTurns: agent.historyTurns, message, lang });
}
