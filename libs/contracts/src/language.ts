import type { Lang } from './error-table.js';

/** The first of zh and en that `Accept-Language` names and does not refuse (`q=0`); else `otherwise`. */
export function languageOf(acceptLanguage: string | undefined, otherwise: Lang): Lang {
  for (const range of (acceptLanguage ?? '').split(',')) {
    const [tag = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const primary = tag.split('-', 1)[0];
    const isRefused = parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter));
    if ((primary === 'zh' || primary === 'en') && !isRefused) return primary;
  }
  return otherwise;
}
