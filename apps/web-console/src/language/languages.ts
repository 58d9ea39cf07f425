export const LANGUAGES = ['zh', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The first of these that the browser's user reads, else English. */
export function preferredLanguage(tags: readonly string[]): Language {
  const known = tags.map((tag) => LANGUAGES.find((language) => tag.toLowerCase().split('-')[0] === language));
  return known.find((language) => language !== undefined) ?? 'en';
}
