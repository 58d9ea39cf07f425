import type { Question, QuestionOption } from '@parley/contracts';

/**
 * The value that a message gives to a question, read by its input type; undefined where it is not sure to be one. A wrong
 * reading is worse than a refusal: nothing is guessed, rounded or left out. Whether the value fits is looked at afterwards.
 */
export function readAnswer({ input_type, options = [] }: Question, message: string): unknown {
  switch (input_type) {
    case 'text':
    case 'textarea':
      return message;
    case 'number':
      return readNumber(message);
    case 'date':
      return readDate(message);
    case 'boolean':
      return readYesOrNo(message);
    case 'select':
      return readOption(message, options);
    case 'multi_select':
      return readOptions(message, options);
  }
}

/** Groups of three only where all are; no exponent, no unit, no numeral in words. */
const NUMBER = /^[+-]?(?:\d+|[1-9]\d{0,2}(?:,\d{3})+|(?=\.\d))(?:\.\d+)?$/;

function readNumber(message: string): number | undefined {
  const text = plain(message).replace(/[.。]$/, '');
  if (!NUMBER.test(text)) return undefined;
  const digits = text.replaceAll(',', '');
  const value = Number(digits);
  return isExact(digits, value) ? value : undefined;
}

/** So that none is too small for a double. */
const LONGEST_NUMBER = 40;

/** A double holds any number of 15 digits, and every integer up to 2^53. */
function isExact(text: string, value: number): boolean {
  if (text.length > LONGEST_NUMBER) return false;
  const significant = text.replace(/[^\d]/g, '').replace(/^0+/, '');
  return significant.length <= 15 || (!text.includes('.') && Number.isSafeInteger(value));
}

const DATE = /^(\d{4})([-/])(\d{1,2})\2(\d{1,2})$/;
const DATE_ZH = /^(\d{4})\s*(年)\s*(\d{1,2})\s*月\s*(\d{1,2})\s*[日号]$/;

/** The year comes first: nothing else tells day and month apart. */
function readDate(message: string): string | undefined {
  const text = plain(message).replace(/[.。]$/, '');
  const [, year, , month = '', day = ''] = DATE.exec(text) ?? DATE_ZH.exec(text) ?? [];
  return year && `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

const YES = new Set(['yes', 'y', 'true', '是', '是的', '对', '对的', '好', '好的', '同意']);
const NO = new Set(['no', 'n', 'false', '否', '不', '不是', '不对', '不好', '不同意']);

/** The word alone: with anything beside it, a question mark too, it may mean something else. */
function readYesOrNo(message: string): boolean | undefined {
  const word = plain(message)
    .replace(/[.。!]+$/, '')
    .toLowerCase();
  if (YES.has(word)) return true;
  return NO.has(word) ? false : undefined;
}

function readOption(message: string, options: readonly QuestionOption[]): string | undefined {
  const wanted = message.trim();
  const matches = (same: (text: string) => boolean): string[] =>
    options.filter(({ value, label }) => same(value.trim()) || same(label.trim())).map(({ value }) => value);
  const exact = matches((text) => text === wanted);
  const found = exact.length > 0 ? exact : matches((text) => text.toLowerCase() === wanted.toLowerCase());
  return found.length === 1 ? found[0] : undefined;
}

function readOptions(message: string, options: readonly QuestionOption[]): string[] | undefined {
  const parts = message
    .split(/[,，、;；\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const each = parts.map((part) => readOption(part, options));
  const several = each.length > 0 && each.every((value) => value !== undefined) ? each : undefined;
  // An option may have a separator in its name; where both readings are possible neither is sure.
  const whole = parts.length > 1 ? readOption(message, options) : undefined;
  if (whole === undefined) return several;
  return several ? undefined : [whole];
}

/** Without space around it, its full-width characters as those of ASCII. Other forms, as ², are not the digits they look like. */
const plain = (message: string): string =>
  message
    .replace(/[\uff01-\uff5e]/g, (char) => String.fromCharCode(char.charCodeAt(0) - 0xfee0))
    .replaceAll('−', '-')
    .trim();
