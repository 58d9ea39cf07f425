import type { Answer, AnswerError, CardItem, ItemAnswers, Question } from '@parley/contracts';

type Code = AnswerError['code'];

/** What a submit means for a card: the items it answers, or all that is wrong with it, as `<field_key> <code>`. */
export type ReadAnswers = { items: ItemAnswers[] } | { faults: string[] };

/** The rules of the protocol (section 4, Resume), told again. */
export function readAnswers(card: { items: readonly CardItem[] }, answers: readonly Answer[]): ReadAnswers {
  const faults: string[] = [];
  const placed: { item: CardItem; answer: Answer }[] = [];
  for (const answer of answers) {
    const item = itemFor(card.items, answer);
    if (typeof item === 'string') faults.push(`${answer.field_key} ${item}`);
    else placed.push({ item, answer });
  }
  const isMeant = (item: CardItem): boolean =>
    answers.length === 0 || card.items.length === 1 || placed.some((one) => one.item === item);
  const items = card.items.filter(isMeant).map((item) => {
    const own = placed.filter((one) => one.item === item).map(({ answer }) => answer);
    faults.push(...item.questions.flatMap((question) => faultsOf(question, own)));
    return {
      ...{ item_id: item.item_id, skill: item.skill },
      values: Object.fromEntries(own.map((one) => [one.field_key, one.value])),
    };
  });
  return faults.length > 0 ? { faults: faults.sort() } : { items };
}

function itemFor(items: readonly CardItem[], { field_key, item_id }: Answer): CardItem | Code {
  const named = items.filter((item) => item_id === undefined || item.item_id === item_id);
  if (named.length === 0) return 'unknown_item';
  const [item, another] = named.filter(({ questions }) => questions.some((question) => question.field_key === field_key));
  if (!item) return 'unknown_key';
  return another ? 'ambiguous_item' : item;
}

function faultsOf(question: Question, answers: readonly Answer[]): string[] {
  const own = answers.filter(({ field_key }) => field_key === question.field_key);
  const code = own.length > 1 ? 'duplicate' : own[0] ? valueFault(own[0].value, question) : question.required && 'required';
  return code ? [`${question.field_key} ${code}`] : [];
}

/** Only as far as the questions of the agents here go. */
function valueFault(value: unknown, { input_type, options = [], ...limits }: Question): Code | undefined {
  const isOffered = (text: unknown): boolean => options.some((option) => option.value === text);
  switch (input_type) {
    case 'text':
    case 'textarea': {
      if (typeof value !== 'string') return 'type';
      const length = [...value].length;
      if (length < (limits.min_length ?? 0)) return 'min_length';
      return length > (limits.max_length ?? Infinity) ? 'max_length' : undefined;
    }
    case 'number':
      if (typeof value !== 'number') return 'type';
      if (value < (limits.min ?? -Infinity)) return 'min';
      return value > (limits.max ?? Infinity) ? 'max' : undefined;
    case 'boolean':
      return typeof value === 'boolean' ? undefined : 'type';
    case 'date':
      return typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && !value.endsWith('-32') ? undefined : 'type';
    case 'select':
      if (typeof value !== 'string') return 'type';
      return isOffered(value) ? undefined : 'option';
    case 'multi_select':
      if (!Array.isArray(value) || value.some((one) => typeof one !== 'string')) return 'type';
      return value.every(isOffered) && new Set(value).size === value.length ? undefined : 'option';
  }
}
