import type { Known } from '../marker.js';
import { amountIn } from './extract/amount.js';
import { hasContractIn } from './extract/contract.js';
import { loanDateIn } from './extract/dates.js';
import { interestRateIn } from './extract/interest.js';

/** `state.facts` of the agent, without the summary. What is not known is absent. */
export interface LoanFacts {
  /** Principal, in yuan. */
  amount?: number;
  /** YYYY-MM-DD, or YYYY-MM where the day is not known. */
  loan_date?: string;
  has_contract?: boolean;
  /** Percent a year; 0 = no interest was agreed. */
  interest_rate?: number;
}

/** What is in the state already: answers of a card, or the facts of an earlier turn. */
export function knownFacts(known: Known): LoanFacts {
  const numberAt = (key: string) => {
    const value = Number(known.get(key)?.replaceAll(',', '') ?? NaN);
    return Number.isFinite(value) ? value : undefined;
  };
  const amount = numberAt('facts.amount') ?? amountIn(known.get('facts.amount') ?? '');
  const contract = known.get('facts.has_contract');
  return withoutUnknown({
    amount: amount !== undefined && amount > 0 ? amount : undefined,
    loan_date: known.get('facts.loan_date'),
    has_contract: contract === 'true' ? true : contract === 'false' ? false : undefined,
    interest_rate: numberAt('facts.interest_rate'),
  });
}

/** What the user's messages say; where two contradict each other, the later one counts. */
export function toldFacts(messages: readonly string[]): LoanFacts {
  const last = <T>(read: (text: string) => T | undefined): T | undefined =>
    messages.reduceRight<T | undefined>((found, text) => found ?? read(text), undefined);
  return withoutUnknown({
    amount: last(amountIn),
    loan_date: last(loanDateIn),
    has_contract: last(hasContractIn),
    interest_rate: last(interestRateIn),
  });
}

function withoutUnknown(facts: LoanFacts): LoanFacts {
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
}
