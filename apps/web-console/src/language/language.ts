import { createContext, useContext } from 'react';
import { preference } from '../preferences/preference.js';
import { en } from './en.js';
import type { Texts } from './texts.js';
import { zh } from './zh.js';

export const LANGUAGES = ['zh', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

const TEXTS: Readonly<Record<Language, Texts>> = { zh, en };

/** The first of them that the browser's user reads, else English. */
export function preferredLanguage(languages: readonly string[]): Language {
  const known = languages.map((tag) => LANGUAGES.find((language) => tag.toLowerCase().split('-')[0] === language));
  return known.find((language) => language !== undefined) ?? 'en';
}

export const languagePreference = preference('language', LANGUAGES, () => preferredLanguage(navigator.languages));

export const textsOf = (language: Language): Texts => TEXTS[language];

export const LanguageContext = createContext<Language>('en');

export const useLanguage = (): Language => useContext(LanguageContext);

export const useTexts = (): Texts => textsOf(useLanguage());
