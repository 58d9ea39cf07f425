import type { ServerResponse } from 'node:http';
import type { NumberedEvent } from '@parley/contracts';
import { KEEP_ALIVE, keepAlive, ndjsonLine, PING_LINE } from '@parley/wire';
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
  await writeStream(response, lines(events, options.keepAliveMs), options);
}

async function* lines(events: AsyncIterable<NumberedEvent[]>, keepAliveMs: number): AsyncGenerator<string> {
  for await (const batch of keepAlive(events, keepAliveMs))
    yield batch === KEEP_ALIVE ? PING_LINE : batch.map(ndjsonLine).join('');
}
