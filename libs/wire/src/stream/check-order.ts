import type { NumberedEvent, TerminalEventName } from '@parley/contracts';
import { decorate } from './decorate.js';

/** `hole`: numbers are missing; `duplicate`: a number came again; `after_terminal`: something follows the terminal event; `unfinished`: the stream ended without one. */
export type OrderReason = 'hole' | 'duplicate' | 'after_terminal' | 'unfinished';

/** A stream of run events that breaks the invariants of its run (protocol, section 2). */
export class OrderError extends Error {
  override readonly name = 'OrderError';

  constructor(
    readonly reason: OrderReason,
    /** The number that was due. */
    readonly expectedSeq: number,
    /** The number that came; absent where the stream ended. */
    readonly seq?: number,
  ) {
    super(`${reason}: expected event ${expectedSeq}, got ${seq ?? 'the end of the stream'}`);
  }
}

/** Typed by the contracts, not imported from them: their classes need more than a browser has. */
const TERMINAL: Record<TerminalEventName, true> = { end: true, preempted: true, error: true };

export const endsRun = (event: Pick<NumberedEvent, 'event'>): boolean => Object.hasOwn(TERMINAL, event.event);

/**
 * Passes batches on as long as their numbers go `fromSeq`, +1, +1… and nothing follows the terminal event. Throws OrderError
 * at the first event at fault, after those before it. Empty batches are dropped.
 */
export function checkOrder<E extends NumberedEvent>(events: AsyncIterable<E[]>, fromSeq: number): AsyncIterableIterator<E[]> {
  return decorate(events, (input) => inOrder(input, fromSeq));
}

/**
 * Ends right after the batch that holds the terminal event and leaves the source, which may linger. Throws OrderError
 * `unfinished` where the source ends without one: a stream that breaks off is never a success.
 */
export function untilTerminal<E extends NumberedEvent>(events: AsyncIterable<E[]>): AsyncIterableIterator<E[]> {
  return decorate(events, upToTerminal);
}

async function* inOrder<E extends NumberedEvent>(batches: AsyncIterable<E[]>, fromSeq: number): AsyncGenerator<E[], void> {
  let expectedSeq = fromSeq;
  let over = false;
  for await (const batch of batches) {
    for (const [index, event] of batch.entries()) {
      const reason = faultOf(event.seq, expectedSeq, over);
      if (reason) {
        if (index > 0) yield batch.slice(0, index);
        throw new OrderError(reason, expectedSeq, event.seq);
      }
      expectedSeq += 1;
      over = endsRun(event);
    }
    if (batch.length > 0) yield batch;
  }
}

function faultOf(seq: number, expectedSeq: number, over: boolean): OrderReason | undefined {
  if (over) return 'after_terminal';
  if (seq === expectedSeq) return undefined;
  return seq < expectedSeq ? 'duplicate' : 'hole';
}

async function* upToTerminal<E extends NumberedEvent>(batches: AsyncIterable<E[]>): AsyncGenerator<E[], void> {
  let lastSeq = 0;
  for await (const batch of batches) {
    const terminal = batch.findIndex(endsRun);
    if (terminal !== -1) {
      yield batch.slice(0, terminal + 1);
      return;
    }
    lastSeq = batch.at(-1)?.seq ?? lastSeq;
    yield batch;
  }
  throw new OrderError('unfinished', lastSeq + 1);
}
