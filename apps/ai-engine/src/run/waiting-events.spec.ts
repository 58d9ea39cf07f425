import type { RunEvent } from '@parley/contracts';
import { WaitingEvents } from './waiting-events.js';

const token = (length: number): RunEvent => ({
  event: 'token',
  data: { text: 'x'.repeat(length), node: 'answer', message_id: 'm' },
});

function waitingOf(...lengths: number[]): WaitingEvents {
  const waiting = new WaitingEvents();
  for (const length of lengths) waiting.put(token(length));
  return waiting;
}

describe('events that wait for their append', () => {
  it('few small ones → one batch', () => {
    const waiting = waitingOf(1, 1, 1);
    expect([waiting.take().length, waiting.isEmpty]).toEqual([3, true]);
  });

  it('many large ones → batches of a bounded size, none lost, in order', () => {
    const waiting = waitingOf(...Array.from({ length: 40 }, (_, i) => 4000 + i));
    const batches: RunEvent[][] = [];
    while (!waiting.isEmpty) batches.push(waiting.take());
    expect(Math.max(...batches.map((batch) => JSON.stringify(batch).length))).toBeLessThan(80_000);
    expect(batches.flat()).toEqual(Array.from({ length: 40 }, (_, i) => token(4000 + i)));
  });

  it('one that is larger than a batch → alone', () => {
    const waiting = waitingOf(1_000_000, 1);
    expect([waiting.take().length, waiting.take().length, waiting.isEmpty]).toEqual([1, 1, true]);
  });

  it('very many empty ones → what surrounds them counts, too', () => {
    expect(waitingOf(...Array<number>(600).fill(0)).take().length).toBeLessThan(512);
  });

  it.each([
    [Array<number>(511).fill(0), false],
    [Array<number>(512).fill(0), true],
    [[200_000], false],
    [[300_000], true],
  ])('full beyond 512 events or 256 KiB (%#)', (lengths, expected) => {
    expect(waitingOf(...lengths).isFull).toBe(expected);
  });
});
