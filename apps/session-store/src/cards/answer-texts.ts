import type { AnswerError, Lang, Question } from '@parley/contracts';

export type AnswerErrorCode = AnswerError['code'];

/** What the person reads who gave the answer; a rule's text names its limit. */
export function answerErrorText(code: AnswerErrorCode, lang: Lang, question?: Question): string {
  return TEXTS[code][lang](question);
}

type Text = (question?: Question) => string;

const TYPES: Record<Question['input_type'], Record<Lang, string>> = {
  text: { en: 'Please enter a text.', zh: '请输入文字。' },
  textarea: { en: 'Please enter a text.', zh: '请输入文字。' },
  number: { en: 'Please enter a number.', zh: '请输入数字。' },
  date: { en: 'Please enter a date of the calendar, YYYY-MM-DD.', zh: '请输入有效日期（YYYY-MM-DD）。' },
  boolean: { en: 'Please answer yes or no.', zh: '请选择是或否。' },
  select: { en: 'Please choose one option.', zh: '请选择一项。' },
  multi_select: { en: 'Please choose from the options.', zh: '请从选项中选择。' },
};

const limit = (value: number | undefined): string => String(value ?? '');

const TEXTS: Record<AnswerErrorCode, Record<Lang, Text>> = {
  required: { en: () => 'This answer is required.', zh: () => '此项必填。' },
  type: {
    en: (question) => (question ? TYPES[question.input_type].en : 'This value does not fit.'),
    zh: (question) => (question ? TYPES[question.input_type].zh : '该值不符合要求。'),
  },
  option: { en: () => 'Please choose from the offered options, each once.', zh: () => '请从给出的选项中选择，不可重复。' },
  unknown_key: { en: () => 'Nothing was asked under this key.', zh: () => '没有询问该项。' },
  duplicate: { en: () => 'This question was answered twice.', zh: () => '该问题被回答了两次。' },
  ambiguous_item: {
    en: () => 'Several items ask for this key: name the item_id.',
    zh: () => '有多个事项询问该项，请指明 item_id。',
  },
  unknown_item: { en: () => 'There is no such item on the card.', zh: () => '卡片上没有该事项。' },
  min: { en: (question) => `Must be at least ${limit(question?.min)}.`, zh: (question) => `不能小于 ${limit(question?.min)}。` },
  max: { en: (question) => `Must be at most ${limit(question?.max)}.`, zh: (question) => `不能大于 ${limit(question?.max)}。` },
  min_length: {
    en: (question) => `Must have at least ${limit(question?.min_length)} characters.`,
    zh: (question) => `至少 ${limit(question?.min_length)} 个字符。`,
  },
  max_length: {
    en: (question) => `Must have at most ${limit(question?.max_length)} characters.`,
    zh: (question) => `最多 ${limit(question?.max_length)} 个字符。`,
  },
  pattern: { en: () => 'This does not have the expected form.', zh: () => '格式不正确。' },
  too_large: { en: () => 'This answer is too long.', zh: () => '回答过长。' },
};
