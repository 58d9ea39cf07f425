import type { AskedQuestion, InputType } from '@parley/contracts';
import { expected, type Fault, type PathPart } from './fault.js';
import { quoted, saying } from './fault-message.js';
import { fitsInput } from './fits-input.js';
import { OptionShape, QuestionShape } from './question-shape.js';
import { checkShape } from './shape-faults.js';

const TEXTS: readonly InputType[] = ['text', 'textarea'];
const CHOICES: readonly InputType[] = ['select', 'multi_select'];

/** What belongs to some input types only: a rule that would be ignored is a mistake. */
const ONLY_FOR: Partial<Record<keyof AskedQuestion, readonly InputType[]>> = {
  options: CHOICES,
  min: ['number'],
  max: ['number'],
  min_length: TEXTS,
  max_length: TEXTS,
  pattern: TEXTS,
};

/** What is wrong with a list of questions: of a form's file, or as a skill returned them. They are one ask, so no key may come twice. */
export function questionsFaults(questions: readonly unknown[], path: readonly PathPart[]): Fault[] {
  if (questions.length === 0) return [{ path, message: expected('at least one question', questions) }];
  const seen = new Set<string>();
  return questions.flatMap((question, index) => {
    const at = [...path, index];
    const { faults, value } = checkShape(QuestionShape, question, at);
    faults.push(...optionsFaults(value, at), ...misplacedFaults(value, at), ...rangeFaults(value, at));
    if (faults.length === 0) faults.push(...defaultFaults(value as AskedQuestion, at));
    if (value.field_key !== undefined && seen.has(value.field_key))
      faults.push({ path: [...at, 'field_key'], message: saying`${quoted(value.field_key)} is asked twice here` });
    if (value.field_key !== undefined) seen.add(value.field_key);
    return faults;
  });
}

function optionsFaults({ input_type, options }: Partial<QuestionShape>, path: readonly PathPart[]): Fault[] {
  if (input_type === undefined || !CHOICES.includes(input_type)) return [];
  if (!options?.length)
    return [{ path: [...path, 'options'], message: expected(`options to choose from for ${input_type}`, options) }];
  const seen = new Set<string>();
  return options.flatMap((option, index) => {
    const at = [...path, 'options', index];
    const { faults, value } = checkShape(OptionShape, option, at);
    if (value.value !== undefined && seen.has(value.value))
      faults.push({ path: [...at, 'value'], message: saying`${quoted(value.value)} is offered twice` });
    if (value.value !== undefined) seen.add(value.value);
    return faults;
  });
}

function misplacedFaults(question: Partial<QuestionShape>, path: readonly PathPart[]): Fault[] {
  const { input_type } = question;
  if (input_type === undefined) return [];
  return Object.entries(ONLY_FOR).flatMap(([name, types]) =>
    question[name as keyof QuestionShape] === undefined || types.includes(input_type)
      ? []
      : [{ path: [...path, name], message: `belongs to ${types.join(' and ')} only, not to ${input_type}`, at: 'name' as const }],
  );
}

function rangeFaults({ min, max, min_length, max_length }: Partial<QuestionShape>, path: readonly PathPart[]): Fault[] {
  const faults: Fault[] = [];
  if (min !== undefined && max !== undefined && min > max)
    faults.push({ path: [...path, 'max'], message: expected(`at least min, which is ${min}`, max) });
  if (min_length !== undefined && max_length !== undefined && min_length > max_length)
    faults.push({ path: [...path, 'max_length'], message: expected(`at least min_length, which is ${min_length}`, max_length) });
  return faults;
}

function defaultFaults(question: AskedQuestion, path: readonly PathPart[]): Fault[] {
  const { default: value, input_type, options = [] } = question;
  if (value === undefined) return [];
  const what = fitsInput(value, input_type, options);
  return what === undefined ? [] : [{ path: [...path, 'default'], message: expected(what, value) }];
}
