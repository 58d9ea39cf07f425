import type { NumberedEvent } from '@parley/contracts';
import { PushSource, collect, sourceOf } from '../test/push-source.js';
import { end, token } from '../test/run-events.js';
import { type OrderError, checkOrder, untilTerminal } from './check-order.js';

const preempted = (seq: number): NumberedEvent => ({ event: 'preempted', data: { reason: 'aborted' }, seq });
const failed = (seq: number): NumberedEvent => ({
  event: 'error',
  data: { code: 'internal', message: 'm', retryable: true, trace_id: 't' },
  seq,
});
const rewind = (seq: number): NumberedEvent => ({ event: 'rewind', data: { to_seq: 1, reason: 'worker_lost' }, seq });

interface Row {
  situation: string;
  fromSeq?: number;
  batches: NumberedEvent[][];
  passed: NumberedEvent[][];
  fault?: Partial<OrderError>;
}

const ROWS: Row[] = [
  { situation: 'in order → passed', batches: [[token(1), token(2)], [end(3)]], passed: [[token(1), token(2)], [end(3)]] },
  { situation: 'from the middle → passed', fromSeq: 7, batches: [[token(7)], [end(8)]], passed: [[token(7)], [end(8)]] },
  {
    situation: 'a rewind → numbers go on',
    batches: [[token(1), token(2), rewind(3), end(4)]],
    passed: [[token(1), token(2), rewind(3), end(4)]],
  },
  { situation: 'empty batches → dropped', batches: [[], [token(1)], [], [end(2)], []], passed: [[token(1)], [end(2)]] },
  { situation: 'nothing → nothing', batches: [], passed: [] },
  { situation: 'no terminal event → not its concern', batches: [[token(1)]], passed: [[token(1)]] },
  { situation: 'starts too late → hole', batches: [[token(2)]], passed: [], fault: { reason: 'hole', expectedSeq: 1, seq: 2 } },
  {
    situation: 'starts too early → duplicate',
    fromSeq: 3,
    batches: [[token(2)]],
    passed: [],
    fault: { reason: 'duplicate', expectedSeq: 3, seq: 2 },
  },
  {
    situation: 'a hole in a batch → what is before it, then hole',
    batches: [[token(1), token(3)]],
    passed: [[token(1)]],
    fault: { reason: 'hole', expectedSeq: 2, seq: 3 },
  },
  {
    situation: 'a hole between batches → hole',
    batches: [[token(1)], [token(3)]],
    passed: [[token(1)]],
    fault: { reason: 'hole', expectedSeq: 2, seq: 3 },
  },
  {
    situation: 'a number twice → duplicate',
    batches: [[token(1), token(1)]],
    passed: [[token(1)]],
    fault: { reason: 'duplicate', expectedSeq: 2, seq: 1 },
  },
  {
    situation: 'a batch twice → duplicate',
    batches: [
      [token(1), token(2)],
      [token(1), token(2)],
    ],
    passed: [[token(1), token(2)]],
    fault: { reason: 'duplicate', expectedSeq: 3, seq: 1 },
  },
  {
    situation: 'two numbers swapped → hole',
    batches: [[token(2), token(1)]],
    passed: [],
    fault: { reason: 'hole', expectedSeq: 1, seq: 2 },
  },
  {
    situation: 'a token after the end → after_terminal',
    batches: [[end(1), token(2)]],
    passed: [[end(1)]],
    fault: { reason: 'after_terminal', seq: 2 },
  },
  {
    situation: 'a token in the batch after a preempted → after_terminal',
    batches: [[preempted(1)], [token(2)]],
    passed: [[preempted(1)]],
    fault: { reason: 'after_terminal', seq: 2 },
  },
  {
    situation: 'another terminal event → after_terminal',
    batches: [[failed(1)], [end(2)]],
    passed: [[failed(1)]],
    fault: { reason: 'after_terminal', seq: 2 },
  },
  {
    situation: 'the terminal event twice → after_terminal',
    batches: [[end(1)], [end(1)]],
    passed: [[end(1)]],
    fault: { reason: 'after_terminal', seq: 1 },
  },
];

describe('the order of a run', () => {
  it.each(ROWS)('$situation', async ({ fromSeq = 1, batches, passed, fault }) => {
    const { items, error } = await collect(checkOrder(sourceOf(batches), fromSeq));
    expect(items).toEqual(passed);
    if (fault) expect(error).toMatchObject({ name: 'OrderError', ...fault });
    else expect(error).toBeUndefined();
  });

  it('a fault → the source is left', async () => {
    const source = new PushSource<NumberedEvent[]>();
    source.push([token(9)]);
    await collect(checkOrder(source, 1));
    expect(source.returns).toBe(1);
  });
});

describe('a stream up to its terminal event', () => {
  it.each([[end(2)], [preempted(2)], [failed(2)]])('$event → ends with it and leaves a source that lingers', async (terminal) => {
    const source = new PushSource<NumberedEvent[]>();
    source.push([token(1)]);
    source.push([terminal, token(3)]);
    expect(await collect(untilTerminal(source))).toEqual({ items: [[token(1)], [terminal]] });
    expect([source.pulls, source.returns]).toEqual([2, 1]);
  });

  it.each([
    ['after some events', [[token(1), token(2)]], 3],
    ['at once', [], 1],
  ])('the source ends without one, %s → unfinished, never a success', async (_, batches, expectedSeq) => {
    const { items, error } = await collect(untilTerminal(sourceOf<NumberedEvent[]>(batches)));
    expect(items).toEqual(batches);
    expect(error).toMatchObject({ name: 'OrderError', reason: 'unfinished', expectedSeq, seq: undefined });
  });
});
