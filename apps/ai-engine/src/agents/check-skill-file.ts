import { ANSWER_NODE, type SkillKind } from './agent.js';
import { FormSkillFile, ModuleSkillFile, PromptSkillFile } from './agent-file.js';
import { questionsFaults } from './check-question.js';
import { isRecord } from './expect.js';
import { expected, type Fault, type PathPart } from './fault.js';
import { quoted, saying } from './fault-message.js';
import { FIELD_KEY } from './question-shape.js';
import { checkShape } from './shape-faults.js';

const SHAPES = { form: FormSkillFile, prompt: PromptSkillFile, module: ModuleSkillFile };
const KINDS = Object.keys(SHAPES).join(', ');

/** Names of the graph's own nodes, and of what every object has. */
const RESERVED_IDS = [ANSWER_NODE, 'router', 'choose', 'gate', 'constructor', 'prototype'];

export type SkillFile =
  | ({ kind: 'form' } & Partial<FormSkillFile>)
  | ({ kind: 'prompt' } & Partial<PromptSkillFile>)
  | ({ kind: 'module' } & Partial<ModuleSkillFile>);

/** One entry of `skills`. `file` holds what of it is right; it is undefined where not even the kind is. */
export function checkSkillFile(value: unknown, path: readonly PathPart[]): { faults: Fault[]; file?: SkillFile } {
  if (!isRecord(value)) return { faults: [{ path, message: expected('a skill', value) }] };
  if (value.kind === 'a2a_delegate')
    return { faults: [{ path: [...path, 'kind'], message: `"a2a_delegate" is not supported yet; supported are ${KINDS}` }] };
  if (!isSkillKind(value.kind))
    return { faults: [{ path: [...path, 'kind'], message: expected(`one of ${KINDS}`, value.kind) }] };
  const { faults, value: file } = checkShape<FormSkillFile | PromptSkillFile | ModuleSkillFile>(SHAPES[value.kind], value, path);
  if (file.id !== undefined && RESERVED_IDS.includes(file.id))
    faults.push({ path: [...path, 'id'], message: saying`${quoted(file.id)} is reserved` });
  faults.push(...keysFaults(file.requires, [...path, 'requires']), ...keysFaults(file.produces, [...path, 'produces']));
  if (file.produces?.length === 0)
    faults.push({
      path: [...path, 'produces'],
      message: 'expected at least one path: a skill runs while one of them is missing',
    });
  if ('questions' in file && file.questions) faults.push(...questionsFaults(file.questions, [...path, 'questions']));
  return { faults, file: file as SkillFile };
}

function isSkillKind(kind: unknown): kind is SkillKind {
  return typeof kind === 'string' && Object.hasOwn(SHAPES, kind);
}

function keysFaults(keys: readonly unknown[] = [], path: readonly PathPart[]): Fault[] {
  return keys.flatMap((key, index) => {
    if (!FIELD_KEY.fits(key)) return [{ path: [...path, index], message: expected(FIELD_KEY.what, key) }];
    return keys.indexOf(key) === index ? [] : [{ path: [...path, index], message: saying`${quoted(key)} is named twice` }];
  });
}
