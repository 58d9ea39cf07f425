import { createContext, useContext } from 'react';
import { preference } from '../preferences/preference.js';
import { en } from './en.js';
import { type Language, LANGUAGES, preferredLanguage } from './languages.js';
import type { Texts } from './texts.js';
import { zh } from './zh.js';

export { type Language, LANGUAGES } from './languages.js';

const TEXTS: Readonly<Record<Language, Texts>> = { zh, en };

export const languagePreference = preference('language', LANGUAGES, () => preferredLanguage(navigator.languages));

export const textsOf = (language: Language): Texts => TEXTS[language];

export const LanguageContext = createContext<Language>('en');

export const useLanguage = (): Language => useContext(LanguageContext);

export const useTexts = (): Texts => textsOf(useLanguage());
