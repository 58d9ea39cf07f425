import { ConnectionError } from '../connection-error.js';
import { parse } from '../http/http.js';
import type { Frame } from '../http/read-frames.js';
import type { ClientEvent } from './run.js';

/** How far a run has been read. */
export interface RunPlace {
  /** There once the server has taken the request. */
  runId?: string;
  /** The number of the last event; 0 where there was none. */
  seq: number;
}

/**
 * The event of a frame, where it is the one that comes next; the place moves on. Nothing for one that was there already, and
 * for what has no number: `replay`, and what a later version may say beside the run. Throws ConnectionError `malformed`, and
 * `hole` where events are missing before it.
 */
export function nextEvent({ id, event, data }: Frame, place: RunPlace): ClientEvent | undefined {
  if (!id) return undefined;
  const payload = parse(data) as { type?: unknown; data?: unknown };
  const [, runId, digits] = /^([\w-]+):([1-9]\d*)$/.exec(id) ?? [];
  const seq = Number(digits);
  place.runId ??= runId;
  if (payload.type !== event || !payload.data || runId !== place.runId || !seq)
    throw new ConnectionError('malformed', `${event} ${id}`);
  if (seq > place.seq + 1) throw new ConnectionError('hole', `${id} after ${place.seq}`);
  if (seq <= place.seq) return undefined;
  place.seq = seq;
  return { event, data: payload.data, seq, runId } as ClientEvent;
}
