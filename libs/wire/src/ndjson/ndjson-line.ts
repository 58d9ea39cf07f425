import type { NumberedEvent } from '@parley/contracts';

/** What goes over the internal API in silence (protocol, section 6). It has no number. */
export const PING_LINE = '{"event":"ping"}\n';

/** The bytes of one run event. JSON escapes every line end, so a line is an event. */
export function ndjsonLine(event: NumberedEvent): string {
  return `{"event":"${event.event}","data":${JSON.stringify(event.data)},"seq":${event.seq}}\n`;
}

/** The lines of a batch, for one write. */
export function ndjsonLines(events: readonly NumberedEvent[]): string {
  let lines = '';
  for (const event of events) lines += ndjsonLine(event);
  return lines;
}
