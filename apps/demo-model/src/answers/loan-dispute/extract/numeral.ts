const DIGITS = '零一二三四五六七八九';
const UNITS: Readonly<Record<string, number>> = { 十: 10, 百: 100, 千: 1000, 万: 10_000, 亿: 100_000_000 };
const PART = /(?<arabic>\d[\d,]*(?:\.\d+)?)|(?<digit>[零〇一二两三四五六七八九])|(?<unit>[十百千万亿])/g;

/** Reads a number as Chinese text writes it, in Arabic or Chinese digits or both: 50,000 · 5万 · 1.5万 · 3万5千 · 三万五 · 十二万. */
export function readNumeral(text: string): number {
  let total = 0;
  let section = 0; // below the next 万 or 亿
  let pending: number | undefined; // a number whose unit has not come yet
  let lastUnit = 0;
  for (const { groups } of text.matchAll(PART)) {
    const unit = UNITS[groups?.unit ?? ''];
    if (unit === undefined) {
      pending = groups?.arabic === undefined ? valueOf(groups?.digit ?? '') : Number(groups.arabic.replaceAll(',', ''));
      if (pending === 0) lastUnit = 0;
    } else {
      if (unit >= 10_000) {
        total += (section + (pending ?? 0)) * unit;
        section = 0;
      } else {
        section += (pending ?? 1) * unit;
      }
      [pending, lastUnit] = [undefined, unit];
    }
  }
  // 三万五 is 35,000: a lone digit after a unit counts in the next lower one; 三万零五 is 30,005.
  const rest = pending !== undefined && pending < 10 && lastUnit >= 100 ? (pending * lastUnit) / 10 : (pending ?? 0);
  return Math.round((total + section + rest) * 100) / 100;
}

function valueOf(digit: string): number {
  return digit === '两' ? 2 : Math.max(0, DIGITS.indexOf(digit));
}
