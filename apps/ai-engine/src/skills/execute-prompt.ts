import { ParleyError, type SkillResult } from '@parley/contracts';
import type { PromptSkill } from '../agents/agent.js';
import { promptMessages } from './prompt-messages.js';
import type { SkillCall } from './skill-call.js';
import { SkillOutputError, skillOutputInvalid } from './skill-output-error.js';
import { validateSkillResult } from './validate-skill-result.js';

/**
 * One model call that answers with JSON `{ state?, control }`, never visible. An unusable answer is asked for again, with
 * what is wrong with it, `output_retries` times; then it is `skill_output_invalid`.
 */
export async function executePrompt(skill: PromptSkill, call: SkillCall): Promise<SkillResult> {
  const { agent, model, usage, signal } = call;
  const messages = promptMessages(skill.prompt, call);
  for (let retriesLeft = agent.outputRetries; ; retriesLeft--) {
    const answer = await model.complete({ settings: agent.model, messages, json: true }, signal);
    usage.add(answer.usage);
    try {
      return validateSkillResult(parse(answer.text));
    } catch (error) {
      if (!(error instanceof ParleyError) || retriesLeft === 0) throw error;
      messages.push({ role: 'assistant', content: answer.text }, { role: 'user', content: correction(error) });
    }
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw skillOutputInvalid([{ path: [], message: `expected JSON and nothing else: ${(error as Error).message}` }]);
  }
}

function correction({ cause }: ParleyError): string {
  const reason = cause instanceof SkillOutputError ? cause.message : String(cause);
  return `Your last answer can't be used:\n${reason}\nAnswer again with one JSON object {"state": …, "control": …} that is right.`;
}
