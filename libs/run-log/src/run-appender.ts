import { envelopeLine, runChannel, runKey, runLogKey, runTextKey, type RunEvent } from '@parley/contracts';
import { RUN_FRAGMENTS } from './fragments.js';
import type { RunRef } from './run-ref.js';
import { Script, type RedisClient } from './script.js';

const APPEND = Script.load(new URL('../lua/append.lua', import.meta.url), 3, RUN_FRAGMENTS);

export interface AppendBatch {
  epoch: number;
  attempt: number;
  /** The number of the first event: one more than the last acknowledged one. */
  firstSeq: number;
  /** Not empty, in order. */
  events: RunEvent[];
  /** Goes with a `rewind` among the events, and only with one: how many bytes of the text shown before them stay. */
  keepTextBytes?: number;
}

export type AppendOutcome =
  | { outcome: 'appended' }
  /** The run has ended, is gone, or a newer attempt holds it: a writer that sees this must stop. */
  | { outcome: 'closed' }
  /** The log does not end right before the batch; nothing was written. */
  | { outcome: 'out_of_step'; lastSeq: number };

/** Writes to run logs. Repeating a batch whose answer was lost is safe; a batch is in the log as a whole or not at all. */
export class RunAppender {
  constructor(private readonly redis: RedisClient) {}

  async append({ threadId, runId }: RunRef, batch: AppendBatch): Promise<AppendOutcome> {
    const { epoch, attempt, firstSeq, events } = batch;
    if (events.some(({ event }) => event === 'rewind') !== (batch.keepTextBytes !== undefined))
      throw new TypeError('a rewind and the bytes of text that it keeps go together');
    const lastSeq = firstSeq + events.length - 1;
    const lines = events.map((event, index) => envelopeLine(runId, firstSeq + index, event)).join('\n');
    const keep = batch.keepTextBytes === undefined ? '' : String(batch.keepTextBytes);
    const answer = await APPEND.run(
      this.redis,
      [runKey(threadId, runId), runLogKey(threadId, runId), runTextKey(threadId, runId)],
      [String(epoch), String(attempt), firstSeq, String(lastSeq), lines, shownBy(events), keep, runChannel(runId)],
    );
    if (answer === 0) return { outcome: 'appended' };
    return answer === -1 ? { outcome: 'closed' } : { outcome: 'out_of_step', lastSeq: Number(answer) };
  }
}

/** What these events add to the text the user was shown: the tokens after the last rewind among them. */
export function shownBy(events: RunEvent[]): string {
  let text = '';
  for (const event of events) {
    if (event.event === 'token') text += event.data.text;
    else if (event.event === 'rewind') text = '';
  }
  return text;
}
