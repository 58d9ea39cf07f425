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

test('a log that is read no more → what comes of that run is the run itself', () => {
  const log = new RunEvents();
  log.expectReplay('r1')();
  log.record('s', 'r1', event(1));
  expect(log.of('s')[0]?.isReplayed).toBe(false);
});

describe('too much to be kept', () => {
  const big = (seq: number) => ({ ...event(seq), data: { text: 'x'.repeat(100) } });
  const seqs = (log: RunEvents, sessionId = 's') =>
    log.of(sessionId).map(({ runId, events, dropped }) => [runId, events.map(({ seq }) => seq), dropped]);

  test('several runs, of whatever session → the oldest goes', () => {
    const log = new RunEvents({ runs: 20, size: 500 });
    for (const [sessionId, runId] of [
      ['s', 'r1'],
      ['t', 'r2'],
      ['s', 'r3'],
    ] as const) {
      log.record(sessionId, runId, big(1));
      log.record(sessionId, runId, big(2));
    }
    expect([...seqs(log, 's'), ...seqs(log, 't')]).toEqual([['r3', [1, 2], 0]]);
  });

  test('one run alone → its latest events, and how many are gone; the next run has room again', () => {
    const log = new RunEvents({ runs: 20, size: 500 });
    for (let seq = 1; seq <= 6; seq += 1) log.record('s', 'r1', big(seq));
    expect(seqs(log)).toEqual([['r1', [5, 6], 4]]);
    log.clear('s');
    for (let seq = 1; seq <= 3; seq += 1) log.record('s', 'r2', big(seq));
    expect(seqs(log)).toEqual([['r2', [1, 2, 3], 0]]);
  });

  test('one event that is too much by itself → kept', () => {
    const log = new RunEvents({ runs: 20, size: 50 });
    log.record('s', 'r1', big(1));
    expect(seqs(log)).toEqual([['r1', [1], 0]]);
  });
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
