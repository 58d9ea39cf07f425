import { matchesPattern } from './matches-pattern.js';

test.each([
  ['^[a-z]+$', 'abc', true],
  ['^[a-z]+$', 'abC', false],
  ['b', 'abc', true],
  ['^.$', '🙂', true],
  ['\\p{Script=Han}', '证', true],
  ['', '', true],
])('pattern %j on %j → %s', (pattern, text, expected) => {
  expect(matchesPattern(pattern, text)).toBe(expected);
});

test('a pattern that is none → matches nothing', () => {
  expect(matchesPattern('(', '(')).toBe(false);
});

test('a pattern that would run for ever on this text → not matched, soon; the next one works', () => {
  const startedAt = process.threadCpuUsage();
  expect(matchesPattern('^(a+)+$', `${'a'.repeat(50)}!`)).toBe(false);
  const { user } = process.threadCpuUsage(startedAt);
  expect(user / 1000).toBeLessThan(200);
  expect(matchesPattern('^a+$', 'aaa')).toBe(true);
});

test('the thread gets no processor for longer than the limit → it is tried again, not refused', () => {
  const usage = jest.spyOn(process, 'threadCpuUsage').mockReturnValue({ user: 1000, system: 0 });
  try {
    // Starved as far as it can see, it goes on trying until its tries are over.
    expect(matchesPattern('^(a+)+$', `${'a'.repeat(50)}!`)).toBe(false);
    expect(usage).toHaveBeenCalledTimes(21);
  } finally {
    usage.mockRestore();
  }
});
