import type { NumberedEvent } from '@parley/contracts';
import fc from 'fast-check';
import { eventsAfter, LiveBuffer } from './live-buffer.js';

const event = (seq: number): NumberedEvent => ({
  seq,
  event: 'token',
  data: { text: String(seq), node: 'answer', message_id: 'm' },
});
const events = (...seqs: number[]): NumberedEvent[] => seqs.map(event);
const seqsOf = (list: NumberedEvent[]): number[] => list.map(({ seq }) => seq);

describe('LiveBuffer', () => {
  it('two messages → their events in order, once', () => {
    const buffer = new LiveBuffer(100);
    expect(buffer.isEmpty).toBe(true);
    buffer.put(events(1, 2), 10);
    buffer.put(events(3), 10);
    expect(buffer.isEmpty).toBe(false);
    expect(seqsOf(buffer.take().events)).toEqual([1, 2, 3]);
    expect(buffer.isEmpty).toBe(true);
    expect(buffer.take()).toEqual({ events: [], overflowed: false });
  });

  it('what was put in is shared by other buffers → it is not changed', () => {
    const shared = events(1);
    const buffer = new LiveBuffer(100);
    buffer.put(shared, 10);
    buffer.put(events(2), 10);
    expect(seqsOf(shared)).toEqual([1]);
  });

  it('exactly the bound → kept; one byte more → all dropped, and said once', () => {
    const buffer = new LiveBuffer(20);
    buffer.put(events(1), 10);
    buffer.put(events(2), 10);
    buffer.put(events(3), 1);
    expect(buffer.isEmpty).toBe(false);
    expect(buffer.take()).toEqual({ events: [], overflowed: true });
    expect(buffer.take()).toEqual({ events: [], overflowed: false });
  });

  it('one message alone is larger than the bound → not kept: the log has it', () => {
    const buffer = new LiveBuffer(20);
    buffer.put(events(1), 1000);
    expect(buffer.take()).toEqual({ events: [], overflowed: true });
  });

  it('any messages, taken at any moment → never holds more than the bound; nothing dropped unsaid', () => {
    const message = fc.record({ bytes: fc.integer({ min: 1, max: 40 }), take: fc.boolean() });
    fc.assert(
      fc.property(fc.array(message, { maxLength: 50 }), (messages) => {
        const buffer = new LiveBuffer(64);
        let unsaid = 0;
        const take = (): void => {
          const { events: taken, overflowed } = buffer.take();
          const bytes = taken.reduce((sum, { seq }) => sum + (messages[seq]?.bytes ?? 0), 0);
          expect(bytes).toBeLessThanOrEqual(64);
          if (!overflowed) expect(taken).toHaveLength(unsaid);
          unsaid = 0;
        };
        messages.forEach(({ bytes, take: now }, seq) => {
          buffer.put(events(seq), bytes);
          unsaid += 1;
          if (now) take();
        });
        take();
      }),
    );
  });
});

describe('eventsAfter', () => {
  it.each<[string, number, number[], number[], boolean]>([
    ['nothing', 4, [], [], false],
    ['the next ones', 4, [5, 6, 7], [5, 6, 7], false],
    ['known ones first', 4, [3, 4, 5, 6], [5, 6], false],
    ['known ones only', 4, [2, 3, 4], [], false],
    ['a hole before them', 4, [6, 7], [], true],
    ['a hole among them', 4, [5, 7, 8], [5], true],
    ['one twice', 4, [5, 6, 6, 7], [5, 6, 7], false],
    ['a message twice', 4, [5, 6, 5, 6, 7], [5, 6, 7], false],
    ['a newer message first', 4, [7, 8, 5, 6], [5, 6], true],
    ['a hole and a double that make up for each other', 4, [5, 7, 7], [5], true],
    ['an old message last', 4, [5, 6, 3, 4], [5, 6], false],
    ['a newer one, then an old one', 4, [7, 4], [], true],
  ])('%s → what follows without a hole, and whether there is a gap', (_name, lastSeq, seqs, next, gap) => {
    const found = eventsAfter(lastSeq, events(...seqs));
    expect({ next: seqsOf(found.next), gap: found.gap }).toEqual({ next, gap });
  });
});
