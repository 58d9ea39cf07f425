import type { CallbackEnvelope } from './handoff.js';
import type { RunId } from './ids.js';
import { isTerminal, type NumberedEvent, type RunEvent } from './run-event.js';

export function envelopeKind(event: RunEvent): CallbackEnvelope['kind'] {
  if (!isTerminal(event)) return 'stream';
  return event.event === 'error' ? 'error' : 'complete';
}

/**
 * One line of a run's channel and log, without its line end. JSON never holds a raw line end, so lines join with `\n`.
 * The member order is fixed: scripts that close a run build the same line around an event they were given.
 */
export function envelopeLine(runId: RunId, seq: number, event: RunEvent): string {
  return `{"kind":"${envelopeKind(event)}","sourceMessageId":"${runId}","sequence":${seq},"event":${JSON.stringify(event)}}`;
}

/** The events of one Pub/Sub message or log entry, in order. */
export function eventsOfLines(lines: string): NumberedEvent[] {
  return lines
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const { event, sequence } = JSON.parse(line) as CallbackEnvelope;
      if (!event) throw new TypeError(`an envelope without an event: ${line.slice(0, 200)}`);
      return { ...event, seq: sequence };
    });
}
