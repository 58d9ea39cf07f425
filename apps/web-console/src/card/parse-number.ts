export type ParsedNumber = { value: number } | { problem: 'number' | 'number_size' };

/** Groups of three only where all are; no exponent, no unit. */
const NUMBER = /^[+-]?(?:\d+|[1-9]\d{0,2}(?:,\d{3})+|(?=\.\d))(?:\.\d+)?$/;

/** A double holds every decimal of so many digits. */
const EXACT_DIGITS = 15;

/** The number that was typed, full-width digits too. Nothing is guessed or rounded: what cannot be kept exactly is refused. */
export function parseNumber(typed: string): ParsedNumber {
  const text = typed
    .replace(/[\uff01-\uff5e]/g, (char) => String.fromCharCode(char.charCodeAt(0) - 0xfee0))
    .replaceAll('−', '-')
    .trim();
  if (!NUMBER.test(text)) return { problem: 'number' };
  const digits = text.replaceAll(',', '');
  const value = Number(digits);
  const significant = digits.replace(/\D/g, '').replace(/^0+/, '').length;
  const isExact = significant <= EXACT_DIGITS || (!digits.includes('.') && Number.isSafeInteger(value));
  return isExact ? { value } : { problem: 'number_size' };
}
