import 'reflect-metadata';
import { durationMs } from './duration.js';

test.each([
  ['500ms', 500],
  ['1s', 1000],
  ['120s', 120_000],
  ['5m', 300_000],
  ['1h', 3_600_000],
  ['7d', 604_800_000],
])('%s → %i ms', (text, ms) => expect(durationMs(text)).toBe(ms));

test.each(['0s', '-1s', '1.5s', '1 s', '1', 's', '1w', '', 5, null, undefined, ['1s']])('%j → none', (text) =>
  expect(durationMs(text)).toBeUndefined(),
);
