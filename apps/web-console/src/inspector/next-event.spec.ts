import type { RecordedEvent } from '../client/run-events.js';
import { inspectorRows } from './inspector-rows.js';
import { nextEvent } from './next-event.js';

const event = (seq: number): RecordedEvent => ({ at: seq, seq, event: 'step', data: {} });
const [a, b, c] = [event(1), event(2), event(1)];
const run = (runId: string, ...events: RecordedEvent[]) => ({ runId, isReplayed: false, dropped: 0, events });
/** 0: run, 1: a, 2: b, 3: run, 4: c */
const rows = inspectorRows([run('r1', a, b), run('r2', c)], true);

test.each([
  ['none is shown, down', undefined, 1, 1],
  ['none is shown, up', undefined, -1, 4],
  ['within a run, down', a, 1, 2],
  ['into the next run', b, 1, 4],
  ['back into the run before', c, -1, 2],
  ['the last one, down', c, 1, undefined],
  ['the first one, up', a, -1, undefined],
  ['one that is listed no more, down', event(9), 1, 1],
] as const)('%s', (_what, shown, step, index) => {
  expect(nextEvent(rows, shown, step)).toBe(index);
});

test('no events → none', () => {
  expect(nextEvent([], undefined, 1)).toBeUndefined();
  expect(nextEvent([], undefined, -1)).toBeUndefined();
});
