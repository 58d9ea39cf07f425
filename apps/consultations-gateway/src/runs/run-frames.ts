import type { NumberedEvent } from '@parley/contracts';
import { checkOrder, decorate, KEEP_ALIVE, KEEPALIVE_COMMENT, keepAlive, mapEach, sseFrames, untilTerminal } from '@parley/wire';
import { errorEvent } from './error-event.js';
import { failureOf } from './failure-of.js';
import type { FollowedRun } from './followed-run.js';

export interface FrameOptions {
  keepAliveMs: number;
  /** Told when the run could not be followed to its end. */
  onFailure: (error: unknown) => void;
}

/**
 * A run as the bytes of the native stream (protocol, section 4): its frames, one chunk per batch, and comments in silence.
 * What goes wrong becomes the last frame, an `error` event.
 */
export function runFrames(run: FollowedRun, { keepAliveMs, onFailure }: FrameOptions): AsyncIterableIterator<string> {
  const inOrder = untilTerminal(checkOrder(run.events, run.fromSeq));
  const whole = decorate(inOrder, (input) => endingInError(input, run, onFailure));
  return mapEach(keepAlive(whole, keepAliveMs), (item) => (item === KEEP_ALIVE ? KEEPALIVE_COMMENT : sseFrames(item, run.runId)));
}

async function* endingInError(
  input: AsyncIterable<NumberedEvent[]>,
  { fromSeq, language, traceId }: FollowedRun,
  onFailure: (error: unknown) => void,
): AsyncGenerator<NumberedEvent[], void> {
  let nextSeq = fromSeq;
  try {
    for await (const batch of input) {
      nextSeq += batch.length;
      yield batch;
    }
  } catch (error) {
    onFailure(error);
    yield [{ ...errorEvent(failureOf(error).code, { language, traceId }), seq: nextSeq }];
  }
}
