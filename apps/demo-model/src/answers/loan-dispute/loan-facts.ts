import type { AskedQuestion, SkillResult } from '@parley/contracts';
import { essenceOf } from '../echo/echo-answer.js';
import type { Lang } from '../lang.js';
import type { Known } from '../marker.js';
import { knownFacts, toldFacts, type LoanFacts } from './facts.js';

const MAX_QUOTE = 120;

const TEXTS = {
  zh: {
    message: '还缺几项信息，补充后才能计算诉讼费。',
    amount: '借款本金是多少元？',
    loan_date: '借款是哪一天给出的？',
    has_contract: '有借条、欠条或借款合同吗？',
    said: (quote: string) => `用户自述“${quote}”`,
  },
  en: {
    message: 'A few facts are missing before the court fee can be calculated.',
    amount: 'How much was lent, in yuan?',
    loan_date: 'On which day was the money lent?',
    has_contract: 'Is there an IOU or a loan contract?',
    said: (quote: string) => `in the user's words, "${quote}"`,
  },
} as const;

/**
 * The `facts` skill: the facts of the loan from what is known and what the user wrote. Without an amount it asks for it
 * and offers to ask for what else is missing; where the user dismissed the questions it goes on without facts, so that
 * the next message gets another chance.
 */
export function loanFacts(known: Known, messages: readonly string[], lang: Lang): SkillResult {
  const facts = { ...toldFacts(messages), ...knownFacts(known) };
  if (facts.amount === undefined) {
    return { control: known.get('cancelled') === 'true' ? { action: 'continue' } : ask(facts, lang) };
  }
  return { state: { facts: { ...facts, summary: summaryOf(messages, lang) } }, control: { action: 'continue' } };
}

function ask(facts: LoanFacts, lang: Lang): SkillResult['control'] {
  const texts = TEXTS[lang];
  const all: AskedQuestion[] = [
    { question: texts.amount, field_key: 'facts.amount', required: true, input_type: 'number', min: 1 },
    { question: texts.loan_date, field_key: 'facts.loan_date', required: false, input_type: 'date' },
    { question: texts.has_contract, field_key: 'facts.has_contract', required: false, input_type: 'boolean' },
  ];
  const missing = all.filter(({ field_key }) => facts[field_key.slice('facts.'.length) as keyof LoanFacts] === undefined);
  return { action: 'ask_user', review_type: 'clarify', message: texts.message, questions: missing };
}

/** The user's own words: what is more than the other facts say is in them. */
function summaryOf(messages: readonly string[], lang: Lang): string {
  return TEXTS[lang].said(essenceOf((messages.at(-1) ?? '').trim().replace(/\s+/g, ' '), MAX_QUOTE));
}
