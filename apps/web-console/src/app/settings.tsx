import type { ReactNode } from 'react';
import { LANGUAGES, languagePreference, useLanguage, useTexts } from '../language/language.js';
import { usePreference } from '../preferences/preference.js';
import { THEME_CHOICES, themePreference } from '../theme/theme.js';

/** In its own language each, so that whoever does not read this one finds his. */
const LANGUAGE_NAMES = { zh: '中文', en: 'English' };

export function Settings(): ReactNode {
  const { app } = useTexts();
  const language = useLanguage();
  const theme = usePreference(themePreference);
  return (
    <div className="settings">
      <select
        aria-label={app.language}
        title={app.language}
        value={language}
        onChange={({ target }) => languagePreference.set(LANGUAGES.find((one) => one === target.value) ?? language)}
      >
        {LANGUAGES.map((one) => (
          <option key={one} value={one} lang={one}>
            {LANGUAGE_NAMES[one]}
          </option>
        ))}
      </select>
      <select
        aria-label={app.theme}
        title={app.theme}
        value={theme}
        onChange={({ target }) => themePreference.set(THEME_CHOICES.find((one) => one === target.value) ?? theme)}
      >
        {THEME_CHOICES.map((one) => (
          <option key={one} value={one}>
            {app.themes[one]}
          </option>
        ))}
      </select>
    </div>
  );
}
