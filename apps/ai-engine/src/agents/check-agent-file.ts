import { ANSWER_NODE } from './agent.js';
import { AgentFile, AnswerFile, LocalTextFile, ModelFile } from './agent-file.js';
import { checkTools, type ToolFile, toolNameFaults } from './check-tools.js';
import { checkSkillFile, type SkillFile } from './check-skill-file.js';
import { expected, type Fault, type PathPart } from './fault.js';
import { type FaultMessage, listed, quoted, saying } from './fault-message.js';
import { didYouMean } from './did-you-mean.js';
import { checkShape } from './shape-faults.js';

/** What of an agent's file is right; all of it where there are no faults. */
export interface CheckedAgentFile {
  faults: Fault[];
  file: Partial<AgentFile>;
  model: Partial<ModelFile>;
  answer: AnswerFile;
  /** By their place in the file. */
  skills: (SkillFile | undefined)[];
  tools: (ToolFile | undefined)[];
}

/** Everything about an agent that its file alone tells. `folder` is the name of the folder it lies in. */
export function checkAgentFile(value: unknown, folder: string): CheckedAgentFile {
  const { faults, value: file } = checkShape(AgentFile, value, []);
  if (file.id !== undefined && file.id !== folder)
    faults.push({ path: ['id'], message: expected(`the name of the folder, "${folder}"`, file.id) });
  for (const name of ['name', 'description', 'greeting'] as const) faults.push(...localTextFaults(file[name], name));
  const model = file.model ? checkShape(ModelFile, file.model, ['model']) : { faults: [], value: {} };
  const skills = (file.skills ?? []).map((skill, index) => checkSkillFile(skill, ['skills', index]));
  const answer = file.answer ? checkAnswer(file.answer) : { faults: [], value: {} };
  const tools = checkTools(file.tools ?? []);
  const skillFiles = skills.map((skill) => skill.file);
  faults.push(...tools.faults, ...usedToolsFaults(skillFiles, answer.value, tools.names), ...routerFaults(file, skillFiles));
  faults.push(...model.faults, ...skills.flatMap((skill) => skill.faults), ...answer.faults);
  faults.push(...repeatedIdFaults(skillFiles), ...visibleNodesFaults(file.visible_nodes, skillFiles));
  return { faults, file, model: model.value, answer: answer.value, skills: skillFiles, tools: tools.files };
}

function localTextFaults(value: unknown, name: string): Fault[] {
  if (value === undefined) return [];
  const { faults, value: text } = checkShape(LocalTextFile, value, [name]);
  if (faults.length === 0 && text.zh === undefined && text.en === undefined)
    faults.push({ path: [name], message: expected('a text in zh, en or both', value) });
  return faults;
}

function checkAnswer(value: Record<string, unknown>): { faults: Fault[]; value: AnswerFile } {
  const { faults, value: answer } = checkShape(AnswerFile, value, ['answer']);
  if (faults.length === 0 && (answer.prompt === undefined) === (answer.module === undefined))
    faults.push({ path: ['answer'], message: 'expected either a prompt or a module' });
  if (answer.module !== undefined && answer.tools !== undefined)
    faults.push({ path: ['answer', 'tools'], message: 'belongs to a prompt only, not to a module', at: 'name' });
  return { faults, value: answer };
}

function usedToolsFaults(skills: readonly (SkillFile | undefined)[], answer: AnswerFile, known: readonly string[]): Fault[] {
  const ofSkills = skills.flatMap((skill, index) =>
    skill?.kind === 'prompt' ? toolNameFaults(skill.tools, known, ['skills', index, 'tools']) : [],
  );
  const ofAnswer = answer.module === undefined ? toolNameFaults(answer.tools, known, ['answer', 'tools']) : [];
  return [...ofSkills, ...ofAnswer];
}

/** A model chooses by the descriptions; rules need neither those nor a prompt. */
function routerFaults({ router, router_prompt }: Partial<AgentFile>, skills: readonly (SkillFile | undefined)[]): Fault[] {
  if (router === 'rules' && router_prompt !== undefined)
    return [{ path: ['router_prompt'], message: 'belongs to router: model only', at: 'name' }];
  if (router !== 'model') return [];
  return skills.flatMap((skill, index) =>
    skill && skill.description === undefined
      ? [
          {
            path: ['skills', index, 'description'],
            message: expected('a text by which the model as router can choose', undefined),
          },
        ]
      : [],
  );
}

function repeatedIdFaults(skills: readonly (SkillFile | undefined)[]): Fault[] {
  const ids = skills.map((skill) => skill?.id);
  return ids.flatMap((id, index) =>
    id === undefined || ids.indexOf(id) === index
      ? []
      : [{ path: ['skills', index, 'id'], message: saying`${quoted(id)} is the id of another skill` }],
  );
}

function visibleNodesFaults(nodes: readonly unknown[] = [], skills: readonly (SkillFile | undefined)[]): Fault[] {
  const known = [...new Set([...skills.flatMap((skill) => skill?.id ?? []), ANSWER_NODE])];
  return nodes.flatMap((node, index) => {
    const path: PathPart[] = ['visible_nodes', index];
    if (typeof node !== 'string' || !known.includes(node)) return [{ path, message: unknownNode(node, known) }];
    return nodes.indexOf(node) === index ? [] : [{ path, message: saying`${quoted(node)} is named twice` }];
  });
}

function unknownNode(node: unknown, known: readonly string[]): FaultMessage {
  const what = saying`the id of a skill, or ${ANSWER_NODE} (${listed(known)})`;
  return saying`${expected(what, node)}${didYouMean(node, known)}`;
}
