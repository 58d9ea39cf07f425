import type { AskedQuestion, Policies } from '@parley/contracts';
import type { Agent, Answering, Skill } from './agent.js';
import type { AgentFile, AnswerFile, FormSkillFile, ModelFile } from './agent-file.js';
import type { AgentParts } from './agent-parts.js';
import { checkAgentFile } from './check-agent-file.js';
import { buildTools } from './build-tools.js';
import type { SkillFile } from './check-skill-file.js';
import { durationMs } from './duration.js';
import type { Fault, PathPart } from './fault.js';

/** The agent of a file's value, or everything that is wrong with it, its prompts and modules included. */
export async function buildAgent(
  value: unknown,
  place: { file: string; folder: string },
  parts: AgentParts,
): Promise<Agent | Fault[]> {
  const checked = checkAgentFile(value, place.folder);
  const skills = await Promise.all(checked.skills.map((skill, index) => buildSkill(skill, index, parts)));
  const answer = await buildAnswer(checked.answer, parts);
  const tools = await buildTools(checked.tools, parts);
  const routerPrompt = await optionalPrompt(checked.file.router_prompt, ['router_prompt'], parts);
  const faults = [...checked.faults, ...parts.faults];
  if (faults.length > 0 || answer === undefined) return faults;
  const model = { ...checked.model } as ModelFile;
  return {
    ...settingsOf(checked.file as AgentFile),
    ...(routerPrompt !== undefined && { routerPrompt }),
    model,
    tools,
    skills: skills.filter((skill) => skill !== undefined),
    answer,
    file: place.file,
  };
}

function settingsOf(file: AgentFile): Omit<Agent, 'model' | 'tools' | 'skills' | 'answer' | 'file'> {
  const { on_active_turn, on_pending_card, on_disconnect } = file;
  const policies: Partial<Policies> = {
    ...(on_active_turn && { on_active_turn }),
    ...(on_pending_card && { on_pending_card }),
    ...(on_disconnect && { on_disconnect }),
  };
  return {
    id: file.id,
    name: file.name,
    ...(file.description && { description: file.description }),
    ...(file.greeting && { greeting: file.greeting }),
    timeoutMs: durationMs(file.timeout)!,
    ...(file.card_ttl !== undefined && { cardTtlMs: durationMs(file.card_ttl) }),
    visibleNodes: new Set(file.visible_nodes as string[]),
    exposeThinking: file.expose_thinking,
    historyTurns: file.history_turns,
    policies,
    router: file.router,
    maxSteps: file.max_steps,
    outputRetries: file.output_retries,
  };
}

/** Undefined where something of it is wrong, which is among the faults then. */
async function buildSkill(skill: SkillFile | undefined, index: number, parts: AgentParts): Promise<Skill | undefined> {
  if (!skill) return undefined;
  const { id = '', description, requires = [], produces = [] } = skill;
  const base = {
    ...{ id, requires: requires as string[], produces: produces as string[] },
    ...(description !== undefined && { description }),
  };
  switch (skill.kind) {
    case 'form':
      return formSkill(base, skill as FormSkillFile);
    case 'prompt': {
      const prompt = await optionalPrompt(skill.prompt, ['skills', index, 'prompt'], parts);
      return prompt === undefined ? undefined : { ...base, kind: 'prompt', prompt, tools: (skill.tools ?? []) as string[] };
    }
    case 'module': {
      const module = skill.module === undefined ? undefined : await parts.module(skill.module, ['skills', index, 'module']);
      return module && { ...base, kind: 'module', module };
    }
  }
}

function formSkill(base: Pick<Skill, 'id' | 'description' | 'requires' | 'produces'>, form: FormSkillFile): Skill {
  const { review_type: reviewType, message, questions } = form;
  return {
    ...base,
    kind: 'form',
    reviewType,
    ...(message !== undefined && { message }),
    questions: questions as AskedQuestion[],
  };
}

async function buildAnswer(answer: AnswerFile, parts: AgentParts): Promise<Answering | undefined> {
  if (answer.prompt !== undefined) {
    const prompt = await parts.prompt(answer.prompt, ['answer', 'prompt']);
    return prompt === undefined ? undefined : { kind: 'prompt', prompt, tools: (answer.tools ?? []) as string[] };
  }
  if (answer.module === undefined) return undefined;
  const module = await parts.module(answer.module, ['answer', 'module']);
  return module && { kind: 'module', module };
}

async function optionalPrompt(name: string | undefined, path: PathPart[], parts: AgentParts): Promise<string | undefined> {
  return name === undefined ? undefined : parts.prompt(name, path);
}
