import type { NumberedEvent, RunId } from '@parley/contracts';

/** What goes over the wire in silence (protocol, section 4); readers ignore it. */
export const KEEPALIVE_COMMENT = ': keepalive\n\n';

/** What a reconnecting reader is told first. */
export interface ReplayData {
  run_id: RunId;
  /** The first and the last number that are replayed; the live events follow. */
  from_seq: number;
  to_seq: number;
  /** The run is over: the connection closes after `to_seq`. */
  finished: boolean;
}

/**
 * The bytes of one run event, both discriminators included. JSON escapes every CR and LF, so no text inside can become a
 * line; names and run ids are checked where they come in.
 */
export function sseFrame(event: NumberedEvent, runId: string): string {
  return `id: ${runId}:${event.seq}\nevent: ${event.event}\ndata: {"type":"${event.event}","data":${JSON.stringify(event.data)}}\n\n`;
}

/** The frames of a batch, for one write. */
export function sseFrames(events: readonly NumberedEvent[], runId: string): string {
  let frames = '';
  for (const event of events) frames += sseFrame(event, runId);
  return frames;
}

/** The `replay` event: without an id, it is no event of the run. */
export function replayFrame(data: ReplayData): string {
  return `event: replay\ndata: {"type":"replay","data":${JSON.stringify(data)}}\n\n`;
}

/** A frame of any other stream: a JSON payload, named where `name` is given. */
export function jsonFrame(name: string | undefined, payload: unknown): string {
  const data = `data: ${JSON.stringify(payload)}\n\n`;
  return name === undefined ? data : `event: ${name}\n${data}`;
}

/** An unnamed frame of plain text. Its line ends become data lines, which a reader joins with LF again; CR cannot be told on an event stream. */
export function textFrame(text: string): string {
  return `data: ${text.replace(/\r\n|\r|\n/g, '\ndata: ')}\n\n`;
}
