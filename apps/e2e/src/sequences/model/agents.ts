import type { AskedQuestion } from '@parley/contracts';
import { type Facts, holds } from './facts.js';

/** What is checked of a question; how it is put to a person does not matter here. */
export type ModelQuestion = Pick<
  AskedQuestion,
  'field_key' | 'input_type' | 'required' | 'min' | 'max' | 'min_length' | 'max_length'
> & { options?: readonly string[] };

/** What a skill is given beside the state: of its own items only. */
export interface Given {
  /** Since the user's last chat message, by key. */
  answers: Facts;
  /** Its latest card was cancelled. */
  cancelled: boolean;
}

export type SkillOutcome = { asks: readonly ModelQuestion[] } | { state: Facts };

export interface ModelSkill {
  id: string;
  /** A form does not run again when it is answered. */
  isForm: boolean;
  requires: readonly string[];
  produces: readonly string[];
  run: (facts: Facts, given: Given) => SkillOutcome;
}

export type AgentId = 'mixed' | 'other';

const question = (
  field_key: string,
  input_type: ModelQuestion['input_type'],
  more: Partial<ModelQuestion> = {},
): ModelQuestion => ({
  ...{ field_key, input_type, required: true },
  ...more,
});
const optional = { required: false };
const NOTE = question('note', 'text', optional);

function form(id: string, produces: readonly string[], questions: readonly ModelQuestion[]): ModelSkill {
  const run = (facts: Facts): SkillOutcome => {
    const asks = questions.filter(({ field_key }) => !holds(facts, field_key));
    return asks.length > 0 ? { asks } : { state: {} };
  };
  return { id, isForm: true, requires: [], produces, run };
}

/** The agents in ../agents, told again and independently: in the order in which their items stand on a card. */
export const AGENTS: Record<AgentId, readonly ModelSkill[]> = {
  mixed: [
    form(
      'claim',
      ['claim.title', 'claim.amount'],
      [
        question('claim.title', 'text', { min_length: 1, max_length: 20 }),
        question('claim.amount', 'number', { min: 0, max: 1_000_000 }),
        question('claim.urgent', 'boolean', optional),
        NOTE,
      ],
    ),
    form(
      'court',
      ['court.place'],
      [
        question('court.place', 'select', { options: ['north', 'south'] }),
        question('court.papers', 'multi_select', { ...optional, options: ['iou', 'receipt', 'none'] }),
        NOTE,
      ],
    ),
    form(
      'extras',
      ['extras.day', 'extras.more'],
      [question('extras.day', 'date', optional), question('extras.more', 'textarea', optional)],
    ),
    { id: 'twice', isForm: false, requires: [], produces: ['never'], run: (_facts, given) => twice(given) },
    {
      id: 'sum',
      isForm: false,
      requires: ['claim.amount', 'court.place'],
      produces: ['sum'],
      run: ({ claim, court }) => ({ state: { sum: { of: (claim as Facts)['amount'], at: (court as Facts)['place'] } } }),
    },
  ],
  other: [
    form(
      'claim',
      ['claim.title', 'claim.side'],
      [
        question('claim.title', 'text', { max_length: 20 }),
        question('claim.side', 'select', { options: ['plaintiff', 'defendant'] }),
      ],
    ),
  ],
};

function twice({ answers, cancelled }: Given): SkillOutcome {
  if (cancelled) return { state: {} };
  if (answers['twice.first'] === undefined)
    return { asks: [question('twice.first', 'number'), NOTE, question('twice.sure', 'boolean', optional)] };
  const word = answers['twice.second'];
  return word === undefined || word === 'again' ? { asks: [question('twice.second', 'text')] } : { state: {} };
}
