import type { Lang } from '../lang.js';
import type { LoanFacts } from './facts.js';

const TEXTS = {
  zh: {
    amount: (yuan: string) => `借款本金：${yuan} 元`,
    loan_date: (date: string) => `借款日期：${date}`,
    has_contract: (yes: boolean) => `借条或合同：${yes ? '有' : '无'}`,
    interest_rate: (percent: number) => (percent === 0 ? '利息：未约定' : `约定利率：年利率 ${percent}%`),
  },
  en: {
    amount: (yuan: string) => `Principal: ${yuan} yuan`,
    loan_date: (date: string) => `Lent on: ${date}`,
    has_contract: (yes: boolean) => `IOU or contract: ${yes ? 'yes' : 'no'}`,
    interest_rate: (percent: number) => (percent === 0 ? 'Interest: none agreed' : `Agreed interest: ${percent}% a year`),
  },
} as const;

/** One line for each known fact. */
export function factLines(facts: LoanFacts, lang: Lang): string[] {
  const texts = TEXTS[lang];
  const lines: string[] = [];
  if (facts.amount !== undefined) lines.push(texts.amount(groupedNumber(facts.amount)));
  if (facts.loan_date !== undefined) lines.push(texts.loan_date(facts.loan_date));
  if (facts.has_contract !== undefined) lines.push(texts.has_contract(facts.has_contract));
  if (facts.interest_rate !== undefined) lines.push(texts.interest_rate(facts.interest_rate));
  return lines;
}

/** 50000 as 50,000, with at most two decimals. */
export function groupedNumber(value: number): string {
  return new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 }).format(value);
}
