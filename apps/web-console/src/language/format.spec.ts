import { clockTime, shortTime } from './format.js';

const now = new Date(2026, 2, 10, 9, 5).getTime();
const at = (...parts: [number, number, number, number, number]) => new Date(...parts).toISOString();

test.each([
  [at(2026, 2, 10, 8, 4), 'en', '08:04'],
  [at(2026, 2, 9, 23, 59), 'en', 'yesterday'],
  [at(2026, 2, 9, 23, 59), 'zh', '昨天'],
  [at(2026, 0, 2, 8, 4), 'en', '2 Jan'],
  [at(2025, 11, 31, 8, 4), 'en', '31 Dec 2025'],
  [at(2025, 11, 31, 8, 4), 'zh', '2025年12月31日'],
] as const)('%s in %s → %s', (time, language, text) => {
  expect(shortTime(time, language, now)).toBe(text);
});

test('a moment → by the clock, to the millisecond', () => {
  expect(clockTime(new Date(2026, 2, 10, 9, 5, 7, 42).getTime())).toBe('09:05:07.042');
});
