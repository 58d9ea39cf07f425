import * as fc from 'fast-check';
import type { AgentId } from '../model/agents.js';
import type { Via } from '../play/door.js';
import type { Dice } from './choose-answers.js';
import { MALFORMED, SPOIL_NAMES } from './spoil-answers.js';

/** What is done to a run that stands at one of its steps. What stands here twice comes twice as often. */
export const FATES = [
  'release',
  'abort',
  'abort it',
  'abort, and again',
  'abort, and again',
  'abort another',
  'preempt',
  'reject',
  'enqueue',
  'enqueue to answer',
  'enqueue and supersede',
  'enqueue and abort',
  'join',
] as const;
export type HeldFate = (typeof FATES)[number] | 'kill its engine' | 'kill its gateway' | 'kill the store';

const ROUGH_FATES: readonly HeldFate[] = [
  ...([
    'abort',
    'abort, and again',
    'preempt',
    'kill its engine',
    'kill its engine',
    'kill its gateway',
    'kill the store',
  ] as const),
];

/** What comes at the same time as a submit, through the other gateway. */
export const RIVALS = [
  'the same',
  'other answers',
  'a cancel',
  'a message',
  'a superseding message',
  'an abort',
  'an abort',
] as const;

interface Through {
  via: Via;
}

/** One act of a user, or of fate. What does not apply is refused, as it must be. Which item, card or step is meant depends on what is there. */
export type Command =
  | ({ do: 'chat'; agent: AgentId; supersedes: boolean; isRepeated: boolean } & Through)
  | ({ do: 'submit'; dice: Dice } & Through)
  | ({ do: 'answer by message'; what: number; agent: AgentId } & Through)
  | ({ do: 'submit wrongly'; spoil: string; dice: Dice } & Through)
  | ({ do: 'submit malformed'; what: number } & Through)
  | ({ do: 'cancel' } & Through)
  | ({ do: 'submit at once with'; rival: (typeof RIVALS)[number]; dice: Dice } & Through)
  | ({ do: 'answer an earlier card'; which: number; how: 'as before' | 'otherwise' | 'cancel'; dice: Dice } & Through)
  | ({ do: 'answer a card that never was' } & Through)
  | ({ do: 'abort nothing' } & Through)
  | ({ do: 'hold'; what: 'chat' | 'submit' | 'cancel'; at: number; then: HeldFate; dice: Dice } & Through)
  | { do: 'lapse' }
  | { do: 'restart'; service: 'gateway' | 'engine' | 'store'; which: Via };

const via = fc.constantFrom<Via[]>(0, 1);
const agent = fc.constantFrom<AgentId[]>('mixed', 'mixed', 'mixed', 'other');
const dice = fc.record<Dice>({
  pick: fc.nat(15),
  fill: fc.array(fc.nat(15), { minLength: 4, maxLength: 12 }),
  isNamed: fc.boolean(),
  isReversed: fc.boolean(),
  namesCard: fc.boolean(),
});

const chat = fc.record({ do: fc.constant('chat' as const), agent, supersedes: fc.boolean(), isRepeated: fc.boolean(), via });
const submit = fc.record({ do: fc.constant('submit' as const), dice, via });
const hold = (fates: readonly HeldFate[]) =>
  fc.record({
    do: fc.constant('hold' as const),
    what: fc.constantFrom('chat' as const, 'submit' as const, 'submit' as const, 'cancel' as const),
    at: fc.nat(3),
    then: fc.constantFrom(...fates),
    dice,
    via,
  });
const earlier = fc.record({
  do: fc.constant('answer an earlier card' as const),
  which: fc.nat(9),
  how: fc.constantFrom('as before' as const, 'as before' as const, 'otherwise' as const, 'cancel' as const),
  dice,
  via,
});
const lapse = fc.constant<Command>({ do: 'lapse' });
const quiet: readonly fc.WeightedArbitrary<Command>[] = [
  { weight: 4, arbitrary: chat },
  { weight: 7, arbitrary: submit },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('submit wrongly' as const), spoil: fc.constantFrom(...SPOIL_NAMES), dice, via }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('answer by message' as const), what: fc.nat(9), agent, via }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cancel' as const), via }) },
  { weight: 3, arbitrary: earlier },
  { weight: 1, arbitrary: lapse },
];

const MAX_COMMANDS = 24;
/** A killed service costs seconds. */
const MAX_ROUGH_COMMANDS = 16;

/** For sequences that run beside each other: none disturbs another. */
export const COMMANDS = fc.array(
  fc.oneof<fc.WeightedArbitrary<Command>[]>(
    ...quiet,
    {
      weight: 1,
      arbitrary: fc.record({ do: fc.constant('submit malformed' as const), what: fc.nat(MALFORMED.length - 1), via }),
    },
    {
      weight: 4,
      arbitrary: fc.record({ do: fc.constant('submit at once with' as const), rival: fc.constantFrom(...RIVALS), dice, via }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('answer a card that never was' as const), via }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('abort nothing' as const), via }) },
    { weight: 5, arbitrary: hold(FATES) },
  ),
  { minLength: 1, maxLength: MAX_COMMANDS, size: 'max' },
);

/** With services that are killed and started again, under all sequences that run at the time. */
export const ROUGH_COMMANDS = fc.array(
  fc.oneof<fc.WeightedArbitrary<Command>[]>(
    ...quiet,
    { weight: 3, arbitrary: hold(ROUGH_FATES) },
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constant('restart' as const),
        service: fc.constantFrom('gateway' as const, 'engine' as const, 'store' as const),
        which: via,
      }),
    },
  ),
  { minLength: 1, maxLength: MAX_ROUGH_COMMANDS, size: 'max' },
);
