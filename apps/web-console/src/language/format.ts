import type { Language } from './languages.js';

const DAY_MS = 24 * 60 * 60 * 1000;
const LOCALES: Readonly<Record<Language, string>> = { zh: 'zh-CN', en: 'en-GB' };

/** Today by the clock, this week by the day, else the date. */
export function shortTime(at: string, language: Language, nowMs = Date.now()): string {
  const date = new Date(at);
  const locale = LOCALES[language];
  const days = dayOf(nowMs) - dayOf(date.getTime());
  if (days === 0) return date.toLocaleTimeString(locale, { hour: '2-digit', minute: '2-digit' });
  if (days === 1) return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(-1, 'day');
  const isThisYear = date.getFullYear() === new Date(nowMs).getFullYear();
  return date.toLocaleDateString(locale, { month: 'short', day: 'numeric', ...(!isThisYear && { year: 'numeric' }) });
}

export const fullTime = (at: string, language: Language): string =>
  new Date(at).toLocaleString(LOCALES[language], { dateStyle: 'medium', timeStyle: 'short' });

/** `12:04:31.250` */
export const clockTime = (ms: number): string => {
  const date = new Date(ms);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}.${String(date.getMilliseconds()).padStart(3, '0')}`;
};

/** The number of the day, by the clock of this place. */
export const dayOf = (ms: number): number => Math.floor((ms - new Date(ms).getTimezoneOffset() * 60_000) / DAY_MS);
