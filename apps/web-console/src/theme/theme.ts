import { useLayoutEffect, useSyncExternalStore } from 'react';
import { preference, usePreference } from '../preferences/preference.js';
import { applyPalette, DARK, LIGHT, type Palette } from './palette.js';

export const THEME_CHOICES = ['system', 'light', 'dark'] as const;
export type ThemeChoice = (typeof THEME_CHOICES)[number];
export type Theme = 'light' | 'dark';

export const themePreference = preference<ThemeChoice>('theme', THEME_CHOICES, () => 'system');

const systemIsDark = window.matchMedia('(prefers-color-scheme: dark)');
const onSystemChange = (listener: () => void): (() => void) => {
  systemIsDark.addEventListener('change', listener);
  return () => systemIsDark.removeEventListener('change', listener);
};

export function useTheme(): Theme {
  const choice = usePreference(themePreference);
  const isDark = useSyncExternalStore(onSystemChange, () => systemIsDark.matches);
  return choice === 'system' ? (isDark ? 'dark' : 'light') : choice;
}

export const paletteOf = (theme: Theme): Palette => (theme === 'dark' ? DARK : LIGHT);

/** Dresses the whole page. */
export function usePageTheme(theme: Theme): void {
  useLayoutEffect(() => {
    const page = document.documentElement;
    page.dataset['theme'] = theme;
    page.style.colorScheme = theme;
    applyPalette(page, paletteOf(theme));
  }, [theme]);
}
