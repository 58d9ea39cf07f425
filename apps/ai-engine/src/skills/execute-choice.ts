import type { Skill } from '../agents/agent.js';
import { expected, type Fault } from '../agents/fault.js';
import { checkShape } from '../agents/shape-faults.js';
import { Expect, LIST, Optional, TEXT } from '../agents/expect.js';
import { askForJson } from './ask-for-json.js';
import { promptMessages } from './prompt-messages.js';
import type { SkillCall } from './skill-call.js';
import { skillOutputInvalid } from './skill-output-error.js';

/** Which skills run next; none: the answer speaks. */
export interface ChosenSkills {
  skills: string[];
  reason?: string;
}

class ChoiceShape {
  @Expect(LIST) skills!: unknown[];
  @Optional() @Expect(TEXT) reason?: string;
}

const DEFAULT_PROMPT = `You decide what an assistant does next. What it knows so far, as JSON:
{{state}}`;

/** A model chooses among the skills that could start. An unusable answer is asked for again, as a prompt skill's is. */
export async function executeChoice(skills: readonly Skill[], call: SkillCall): Promise<ChosenSkills> {
  const messages = promptMessages(call.agent.routerPrompt ?? DEFAULT_PROMPT, call);
  return askForJson(call, {
    messages: [...messages, { role: 'system', content: instruction(skills) }],
    read: (value) => readChoice(value, skills),
  });
}

function instruction(skills: readonly Skill[]): string {
  const list = skills.map(({ id, description = '' }) => `- ${id}: ${description}`).join('\n');
  return `These skills could run now:
${list}
Choose those that help with the user's last message; several run side by side. Choose none when the assistant should answer now.
Answer with one JSON object {"skills": ["<id>", …], "reason": "<one short sentence>"} and nothing else.`;
}

function readChoice(value: unknown, skills: readonly Skill[]): ChosenSkills {
  const { faults, value: choice } = checkShape(ChoiceShape, value, []);
  const ids = skills.map(({ id }) => id);
  const unknown = (choice.skills ?? []).flatMap((id, index): Fault[] =>
    typeof id === 'string' && ids.includes(id)
      ? []
      : [{ path: ['skills', index], message: expected(`one of ${ids.join(', ')}`, id) }],
  );
  if (faults.length + unknown.length > 0) throw skillOutputInvalid([...faults, ...unknown]);
  const chosen = new Set(choice.skills as string[]);
  return { skills: ids.filter((id) => chosen.has(id)), ...(choice.reason !== undefined && { reason: choice.reason }) };
}
