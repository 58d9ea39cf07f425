import { type Control, FIELD_KEY_RULE, isFieldKey, MAX_CARD_BYTES, MAX_STATE_BYTES, type SkillResult } from '@parley/contracts';
import { questionsFaults } from '../agents/check-question.js';
import { expected, type Fault, type PathPart } from '../agents/fault.js';
import { checkShape } from '../agents/shape-faults.js';
import { AskUserShape, BareShape, ResultShape, TodoShape } from './control-shapes.js';
import { jsonCopy } from './json-copy.js';
import { skillOutputInvalid } from './skill-output-error.js';

const SHAPES = { continue: BareShape, ask_user: AskUserShape, todo: TodoShape, finish: BareShape } satisfies Record<
  Control['action'],
  new () => object
>;

/**
 * What a skill returned, as a copy that is its own. Nothing is guessed, repaired or left out: anything that breaks the
 * contract throws `skill_output_invalid`, whose `cause` (a `SkillOutputError`) says precisely what.
 */
export function validateSkillResult(value: unknown): SkillResult {
  const { faults: notJson, copy } = jsonCopy(value, mayBeUndefined);
  const faults = notJson.length > 0 ? notJson : resultFaults(copy);
  if (faults.length > 0) throw skillOutputInvalid(faults);
  return copy as SkillResult;
}

function resultFaults(value: unknown): Fault[] {
  const { faults, value: result } = checkShape(ResultShape, value, []);
  if (result.state) faults.push(...stateFaults(result.state));
  if (result.control) faults.push(...controlFaults(result.control));
  return faults;
}

/** Deeper keys are data; those of the first level are what `requires` and `produces` begin with. */
function stateFaults(state: Record<string, unknown>): Fault[] {
  const bytes = Buffer.byteLength(JSON.stringify(state));
  if (bytes > MAX_STATE_BYTES) return [{ path: ['state'], message: `expected at most ${MAX_STATE_BYTES} bytes, came ${bytes}` }];
  return Object.keys(state).flatMap((key) => {
    if (isFieldKey(key) && !key.includes('.')) return [];
    const hint = isFieldKey(key)
      ? `expected ${nested(key)}, nested objects instead of a dotted key`
      : `expected one segment of ${FIELD_KEY_RULE}`;
    return [{ path: ['state', key], message: hint, at: 'name' as const }];
  });
}

const nested = (key: string): string => key.split('.').reduceRight((inside, segment) => `{"${segment}": ${inside}}`, '…');

function controlFaults(control: Record<string, unknown>): Fault[] {
  const { action } = control;
  if (typeof action !== 'string' || !Object.hasOwn(SHAPES, action))
    return [{ path: ['control', 'action'], message: expected(`one of ${Object.keys(SHAPES).join(', ')}`, action) }];
  const shape: new () => object = SHAPES[action as Control['action']];
  const { faults, value } = checkShape(shape, control, ['control']);
  if (value instanceof AskUserShape && value.questions) faults.push(...askFaults(value.questions));
  return faults;
}

function askFaults(questions: readonly unknown[]): Fault[] {
  // On a card every question stands twice: under its item, and in the flat list.
  const bytes = 2 * Buffer.byteLength(JSON.stringify(questions));
  if (bytes <= MAX_CARD_BYTES) return questionsFaults(questions, ['control', 'questions']);
  return [{ path: ['control', 'questions'], message: `expected a card of at most ${MAX_CARD_BYTES} bytes, came ${bytes}` }];
}

/** JavaScript's way to leave a member out is to set it to undefined: right where members may be missing, never inside the state. */
function mayBeUndefined(path: readonly PathPart[]): boolean {
  const [first, second] = path;
  return path.length === 0 || (first === 'control' && (path.length === 1 || (path.length === 3 && second === 'questions')));
}
