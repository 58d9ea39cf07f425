import { clauseBefore, halfWidth } from './clause.js';
import { withoutDates } from './dates.js';
import { readNumeral } from './numeral.js';

const SIGN = '(?:(?<sign>[¥$]|RMB|CNY|USD|人民币)\\s*)?';
const ARABIC = '\\d{1,3}(?:,\\d{3})+(?:\\.\\d+)?|\\d+(?:\\.\\d+)?';
const NUMERAL = `(?<numeral>(?:${ARABIC}|[一二两三四五六七八九十])(?:\\s?[十百千万亿]|[零〇一二两三四五六七八九]|(?<=[十百千万亿])\\d+)*)`;
const SCALE = '(?:\\s*(?<scale>k\\b|thousand|million))?';
const MONEY = '(?:\\s*(?<money>元|块|圆|yuan|rmb|cny|人民币|dollars?|usd))?';
const NOT_INSIDE_A_CODE = '(?<![A-Za-z_\\d]|[A-Za-z\\d][.,/:-])';
const AMOUNT = new RegExp(`${NOT_INSIDE_A_CODE}${SIGN}${NUMERAL}${SCALE}${MONEY}`, 'gi');
const SCALES: Readonly<Record<string, number>> = { k: 1000, thousand: 1000, million: 1_000_000 };

/** What makes the number a span of time, a share, a count or part of a longer code. */
const NOT_MONEY_AFTER = /^(?:[A-Za-z]|[-/:.]?\d|\s*(?:[%％‰年月日天岁号期次倍分个]|(?:years?|months?|days?|percent)\b))/;
const NOT_PRINCIPAL_BEFORE = /还了|已还|(?<![不没未有])(?:归还|偿还)|利息|\brepaid\b|\bpaid back\b|\breturned\b|\binterest\b/i;

interface Candidate {
  value: number;
  /** The highest counts, of equal ones the first. */
  rank: number;
}

/**
 * The sum lent, in the currency's main unit: the first one that is named with a currency or a magnitude (5万, ¥50,000,
 * 50k), else the first bare number of 3 to 9 digits that is no year. What was paid back, and interest, come last.
 */
export function amountIn(text: string): number | undefined {
  const clean = withoutDates(halfWidth(text));
  const candidates = [...clean.matchAll(AMOUNT)].flatMap((match) => candidateOf(clean, match) ?? []);
  candidates.sort((a, b) => b.rank - a.rank); // stable
  return candidates[0]?.value;
}

function candidateOf(text: string, match: RegExpExecArray): Candidate | undefined {
  const { numeral = '', scale, sign, money } = match.groups ?? {};
  const value = readNumeral(numeral) * (SCALES[scale?.toLowerCase() ?? ''] ?? 1);
  const named = Boolean(sign ?? scale ?? money) || /[百千万亿]/.test(numeral);
  const something = named || isBareAmount(numeral);
  const somethingElse = !money && NOT_MONEY_AFTER.test(text.slice(match.index + match[0].length));
  if (value <= 0 || !something || somethingElse) return undefined;
  const principal = !NOT_PRINCIPAL_BEFORE.test(clauseBefore(text, match.index));
  return { value, rank: (principal ? 2 : 0) + (named ? 1 : 0) };
}

function isBareAmount(numeral: string): boolean {
  const digits = numeral.split('.', 1)[0]?.replaceAll(',', '') ?? '';
  return /^\d{3,9}$/.test(digits) && !/^(?:19|20)\d{2}$/.test(numeral);
}
