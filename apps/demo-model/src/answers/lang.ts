export type Lang = 'zh' | 'en';

/** The language a text is written in: Chinese where it has one Chinese character, English where it only has Latin letters. */
export function langOf(text: string, absent: Lang): Lang {
  if (/\p{Script=Han}/u.test(text)) return 'zh';
  return /\p{Script=Latin}/u.test(text) ? 'en' : absent;
}

export function asLang(text: string): Lang | undefined {
  return text === 'zh' || text === 'en' ? text : undefined;
}
