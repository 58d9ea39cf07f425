import type { ServerResponse } from 'node:http';
import type { NumberedEvent } from '@parley/contracts';
import { KEEP_ALIVE, keepAlive, mapEach, ndjsonLines, PING_LINE, untilTerminal } from '@parley/wire';
import { writeStream } from '@parley/wire/node';

export interface LineOptions {
  keepAliveMs: number;
  /** After how long a reader that takes nothing is cut. */
  stalledMs: number;
  signal: AbortSignal;
}

/** Answers with one line per run event, and a ping in silence, until the terminal one. */
export async function streamLines(
  response: ServerResponse,
  events: AsyncIterable<NumberedEvent[]>,
  options: LineOptions,
): Promise<void> {
  response.writeHead(200, {
    'content-type': 'application/x-ndjson',
    'cache-control': 'no-cache, no-transform',
    'x-accel-buffering': 'no',
  });
  response.flushHeaders();
  const batches = keepAlive(untilTerminal(events), options.keepAliveMs);
  const lines = mapEach(batches, (batch) => (batch === KEEP_ALIVE ? PING_LINE : ndjsonLines(batch)));
  await writeStream(response, lines, options);
}
