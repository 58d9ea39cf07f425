import type { RecordedEvent } from '../client/run-events.js';
import type { InspectorRow } from './inspector-rows.js';

/** Where the event after the shown one is listed, or before it (`step` -1); the first or last one where none is shown. Undefined at the end. */
export function nextEvent(rows: readonly InspectorRow[], shown: RecordedEvent | undefined, step: 1 | -1): number | undefined {
  const isEvent = (row: InspectorRow): boolean => row.kind === 'event';
  const at = rows.findIndex((row) => row.kind === 'event' && row.event === shown);
  if (step === 1) {
    const next = rows.findIndex((row, index) => index > at && isEvent(row));
    return next === -1 ? undefined : next;
  }
  const previous = rows.findLastIndex((row, index) => (at === -1 || index < at) && isEvent(row));
  return previous === -1 ? undefined : previous;
}
