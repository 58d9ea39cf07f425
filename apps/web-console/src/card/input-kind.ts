import type { Question } from '@parley/client';

/** How a question is answered. `radios` and `checkboxes` are groups: each of their inputs has a label of its own. */
export type InputKind = 'line' | 'lines' | 'number' | 'date' | 'yes_no' | 'radios' | 'list' | 'checkboxes';

/** Beyond so many options a list is easier to look through than radio buttons. */
const MANY_OPTIONS = 7;

export function inputKind({ input_type, options = [] }: Pick<Question, 'input_type' | 'options'>): InputKind {
  switch (input_type) {
    case 'text':
      return 'line';
    case 'textarea':
      return 'lines';
    case 'number':
    case 'date':
      return input_type;
    case 'boolean':
      return 'yes_no';
    case 'select':
      return options.length > MANY_OPTIONS ? 'list' : 'radios';
    case 'multi_select':
      return 'checkboxes';
  }
}

const GROUPS: readonly InputKind[] = ['yes_no', 'radios', 'checkboxes'];

export const isGroup = (kind: InputKind): boolean => GROUPS.includes(kind);
