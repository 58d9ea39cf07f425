import { RunEvents } from './run-events.js';

const event = (seq: number, name = 'token') => ({ at: seq * 10, seq, event: name, data: { text: `${seq}` } });

test('events of a run, some over two connections → each once, in order', () => {
  const log = new RunEvents();
  for (const seq of [1, 2, 2, 1, 3]) log.record('s', 'r', event(seq));
  expect(log.of('s')[0]?.events.map(({ seq }) => seq)).toEqual([1, 2, 3]);
  expect(log.of('other')).toEqual([]);
});

test('many runs → the latest 20', () => {
  const log = new RunEvents();
  for (let run = 1; run <= 25; run += 1) log.record('s', `r${run}`, event(1));
  expect(log.of('s').map(({ runId }) => runId)).toEqual(Array.from({ length: 20 }, (_, n) => `r${n + 6}`));
});

test('a run that is read from its log → marked', () => {
  const log = new RunEvents();
  log.expectReplay('r1');
  log.record('s', 'r1', event(1));
  log.record('s', 'r2', event(1));
  expect(log.of('s').map(({ isReplayed }) => isReplayed)).toEqual([true, false]);
});

test('a listener → told of each event and of clearing, until it leaves', () => {
  const log = new RunEvents();
  const listener = jest.fn();
  const leave = log.subscribe(listener);
  log.record('s', 'r', event(1));
  log.record('s', 'r', event(1));
  log.clear('s');
  leave();
  log.record('s', 'r', event(2));
  expect(listener).toHaveBeenCalledTimes(2);
  expect(log.of('s')[0]?.events).toHaveLength(1);
});
