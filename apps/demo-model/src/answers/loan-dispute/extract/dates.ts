import { clauseBefore, halfWidth } from './clause.js';

const MONTHS = 'january february march april may june july august september october november december'.split(' ');
const YEAR = '(?<year>(?:19|20)\\d{2})';
const MONTH = '(?<month>\\d{1,2})';
const DAY = '(?<day>\\d{1,2})';
const NAME = `(?<name>${MONTHS.map((name) => `${name.slice(0, 3)}(?:${name.slice(3)})?`).join('|')})\\.?`;
const NTH = '(?:st|nd|rd|th)?';

/** Where two begin at the same place, the earlier pattern counts. */
const PATTERNS = [
  `(?<!\\d)${YEAR}\\s*年\\s*${MONTH}\\s*月(?:\\s*${DAY}\\s*[日号]?)?`,
  `(?<!\\d)${YEAR}(?<sep>[-/.])${MONTH}\\k<sep>${DAY}(?!\\d)`,
  `\\b${NAME}\\s+${DAY}${NTH},?\\s+${YEAR}\\b`,
  `\\b${DAY}${NTH}\\s+(?:of\\s+)?${NAME},?\\s+${YEAR}\\b`,
  `\\b${NAME},?\\s+(?:of\\s+)?${YEAR}\\b`,
  `(?<!\\d)${YEAR}\\s*年`,
].map((pattern) => new RegExp(pattern, 'gi'));

/** `iso` is YYYY-MM-DD, or YYYY-MM where the day is not said; absent where the numbers are no date, or only a year. */
export interface FoundDate {
  start: number;
  end: number;
  iso?: string;
}

/** All dates with a year, in the order of the text. */
export function datesIn(text: string): FoundDate[] {
  const found: FoundDate[] = [];
  for (const pattern of PATTERNS) {
    for (const match of halfWidth(text).matchAll(pattern)) {
      const [start, end] = [match.index, match.index + match[0].length];
      if (found.every((other) => end <= other.start || start >= other.end))
        found.push({ start, end, iso: isoOf(match.groups ?? {}) });
    }
  }
  return found.sort((a, b) => a.start - b.start);
}

/** When the money was lent: the first date that is not the day it is due. */
export function loanDateIn(text: string): string | undefined {
  return datesIn(text).find((date) => date.iso !== undefined && !isDueDate(text, date))?.iso;
}

/** The text with a space for each character of a date, so that no year or day is taken for an amount. */
export function withoutDates(text: string): string {
  return datesIn(text).reduce((rest, { start, end }) => rest.slice(0, start) + ' '.repeat(end - start) + rest.slice(end), text);
}

function isDueDate(text: string, { start, end }: FoundDate): boolean {
  const before = /(?:还款|归还|偿还|到期|应还|\bdue\b|\brepa(?:y|id)\b|\breturn(?:ed)?\b|\bby\b|\buntil\b)[^，。,.]{0,8}$/i;
  const after = /^\s*(?:之?前|到期|归?还|应还)/;
  return before.test(clauseBefore(text, start)) || after.test(text.slice(end));
}

function isoOf({ year, month, name, day }: Record<string, string | undefined>): string | undefined {
  const monthNumber = name ? MONTHS.findIndex((full) => full.startsWith(name.toLowerCase())) + 1 : Number(month ?? 0);
  if (monthNumber < 1 || monthNumber > 12) return undefined;
  const yearAndMonth = `${year}-${String(monthNumber).padStart(2, '0')}`;
  if (day === undefined) return yearAndMonth;
  const daysInMonth = new Date(Date.UTC(Number(year), monthNumber, 0)).getUTCDate();
  if (Number(day) < 1 || Number(day) > daysInMonth) return undefined;
  return `${yearAndMonth}-${day.padStart(2, '0')}`;
}
