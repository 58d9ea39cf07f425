import type { PromptSkill } from '../agents/agent.js';
import { askForJson } from './ask-for-json.js';
import { promptMessages } from './prompt-messages.js';
import type { SkillCall, SkillStep } from './skill-call.js';
import { validateSkillResult } from './validate-skill-result.js';
import { withTools } from './with-tools.js';

/** Asks a model for JSON `{ state?, control }`, never visible. It may use tools first: that is a step of its own each time. */
export async function executePrompt(skill: PromptSkill, call: SkillCall): Promise<SkillStep> {
  const messages = [...promptMessages(skill.prompt, call), ...(call.work?.transcript ?? [])];
  const read = (value: unknown) => ({ result: validateSkillResult(value) });
  return withTools(skill.tools, call, (tools) => askForJson(call, { messages, read }, tools));
}
