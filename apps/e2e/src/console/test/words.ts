/** `w1 `, `w2 `, … from one to the other: text of which one can tell that every word is there once. */
export const words = (from: number, to: number): string[] => Array.from({ length: to - from + 1 }, (_, n) => `w${from + n} `);

/** The same as a person reads it. */
export const wordsText = (from: number, to: number): string => words(from, to).join('').trim();
