import type { Answer, Card, CardItem, Question } from '@parley/contracts';

/** What a sequence leaves to chance about answers. With every member at its smallest: all items, required questions only. */
export interface Dice {
  /** Which items: bits, 0 = all. */
  pick: number;
  /** Question by question: whether it is answered (odd, if it need not be), and with what (the rest). */
  fill: readonly number[];
  /** The item is named also where the key is clear. */
  isNamed: boolean;
  isReversed: boolean;
  namesCard: boolean;
}

/** Values that are easily spoilt, or taken for none. */
const VALUES: Record<Question['input_type'], readonly unknown[]> = {
  text: ['a', 'again', '', ' ', 'x🙂\r\n"', 'null', '{"a":1}'],
  textarea: ['', 'two\nlines', '0'],
  number: [1, 0, 0.1, -7, 9007199254740991],
  boolean: [false, true],
  date: ['2024-02-29', '1970-01-01'],
  select: [],
  multi_select: [],
};

/** Answers that fit the card; none where chance leaves out all. */
export function chooseAnswers({ items }: Pick<Card, 'items'>, dice: Dice): Answer[] {
  const bits = dice.pick % 2 ** items.length || 2 ** items.length - 1;
  const chosen = items.filter((_item, index) => bits & (1 << index));
  const answers = chosen.flatMap((item, at) => answersTo(item, items, dice, at * 3));
  return dice.isReversed ? answers.reverse() : answers;
}

function answersTo(item: CardItem, items: readonly CardItem[], { fill, isNamed }: Dice, from: number): Answer[] {
  return item.questions.flatMap((question, index) => {
    const roll = fill[(from + index) % fill.length] ?? 0;
    if (!question.required && roll % 2 === 0) return [];
    const values = valuesOf(question);
    const value = values[(roll >> 1) % values.length];
    const { field_key } = question;
    const isClear = items.filter(({ questions }) => questions.some((other) => other.field_key === field_key)).length === 1;
    return [{ field_key, value, ...((isNamed || !isClear) && { item_id: item.item_id }) }];
  });
}

function valuesOf({ input_type, options = [], min = -Infinity, max = Infinity, min_length = 0 }: Question): readonly unknown[] {
  const offered = options.map(({ value }) => value);
  if (input_type === 'select') return offered;
  if (input_type === 'multi_select') return [[], offered.slice(0, 1), offered.toReversed()];
  return VALUES[input_type].filter((value) => {
    if (typeof value === 'number') return value >= min && value <= max;
    return typeof value !== 'string' || value.length >= min_length;
  });
}
