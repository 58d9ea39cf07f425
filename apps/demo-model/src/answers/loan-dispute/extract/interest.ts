import { halfWidth } from './clause.js';
import { readNumeral } from './numeral.js';

const PERCENT = '(\\d+(?:\\.\\d+)?)\\s*(?:%|percent\\b)';
const FEN = '(\\d+(?:\\.\\d+)?|[一二两三四五六七八九])\\s*分'; // of the hundred, a month
const MONTHLY_ZH = '(?:月利率|月利息|月息|月利)';

/** Each with the factor that makes it a yearly rate; the first that fits counts. */
const RATES: readonly (readonly [RegExp, number])[] = [
  [new RegExp(`(?:${MONTHLY_ZH}|每月)(?:利息|支付|[为是按:：])*\\s*${PERCENT}`), 12],
  [new RegExp(`${PERCENT}\\s*的?(?:${MONTHLY_ZH}|(?:interest )?(?:a|per|each|every) month|monthly)`, 'i'), 12],
  [new RegExp(`\\bmonthly (?:interest |rate |of |is )*${PERCENT}`, 'i'), 12],
  [new RegExp(`(?:${MONTHLY_ZH}|利息)[为是按]*\\s*${FEN}`), 12],
  [new RegExp(`${FEN}的?(?:利|月息)`), 12],
  [new RegExp(PERCENT, 'i'), 1],
];
const NONE =
  /无息|不计利息|(?:没有?|未|无)(?:约定|任何|[说收写算])*利息|\b(?:no|without|zero) (?:any )?interest\b|\binterest[- ]free\b/i;

/** The agreed interest in percent a year (2分 = 2% a month = 24); 0 where none was agreed; undefined where the text does not say. */
export function interestRateIn(text: string): number | undefined {
  const said = halfWidth(text);
  for (const [pattern, factor] of RATES) {
    const rate = pattern.exec(said)?.[1];
    if (rate !== undefined) return Math.round(readNumeral(rate) * factor * 100) / 100;
  }
  return NONE.test(said) ? 0 : undefined;
}
