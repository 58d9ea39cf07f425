import type { LocalText } from '@parley/contracts';
import type { Language } from './languages.js';

/** A text of an agent in this language, or in the other one where it has only that. */
export const localText = (text: LocalText | undefined, language: Language): string =>
  text?.[language] ?? text?.zh ?? text?.en ?? '';
