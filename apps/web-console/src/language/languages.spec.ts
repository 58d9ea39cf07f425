import { en } from './en.js';
import { preferredLanguage } from './languages.js';
import { zh } from './zh.js';

test.each([
  [['zh-TW', 'en'], 'zh'],
  [['de', 'zh-CN', 'en'], 'zh'],
  [['de-DE', 'fr'], 'en'],
  [['EN-us'], 'en'],
  [[], 'en'],
])('%j → %s', (tags, language) => {
  expect(preferredLanguage(tags)).toBe(language);
});

const leaves = (texts: object, path = ''): [string, unknown][] =>
  Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'object' ? leaves(value as object, `${path}${key}.`) : [[path + key, value]],
  );

test('both languages → the same texts, none empty, and none of one in the other', () => {
  const [english, chinese] = [leaves(en), leaves(zh)];
  expect(chinese.map(([path]) => path).sort()).toEqual(english.map(([path]) => path).sort());
  const textOf = (value: unknown): string =>
    String(typeof value === 'function' ? (value as (...args: number[]) => string)(1, 2) : value);
  expect(english.filter(([, value]) => textOf(value) === '' || /\p{Script=Han}/u.test(textOf(value)))).toEqual([]);
  const isShared = (path: string): boolean => path === 'app.name';
  expect(chinese.filter(([path, value]) => !isShared(path) && !/\p{Script=Han}/u.test(textOf(value)))).toEqual([]);
});
