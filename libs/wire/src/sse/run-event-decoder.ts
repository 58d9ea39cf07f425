import type { NumberedEvent, RunId } from '@parley/contracts';
import { DecodeError } from '../decode/decode-error.js';
import { type DecoderOptions, LineDecoder, type LineFormat } from '../decode/line-decoder.js';
import { isEventName, isObject, isSeq, parseJsonObject } from '../decode/parse-json.js';
import { type SseEvent, SseFormat } from './sse-decoder.js';
import type { ReplayData } from './sse-frame.js';

/** A run event as a client receives it. */
export type ReceivedEvent = NumberedEvent & { runId: RunId };

/** What a reconnected stream says first; not a run event, so without a number. */
export interface ReplayNotice {
  event: 'replay';
  data: ReplayData;
}

export type RunStreamItem = ReceivedEvent | ReplayNotice;

export const isReplay = (item: RunStreamItem): item is ReplayNotice => item.event === 'replay';

/** The native event stream (protocol, section 4): frames with both discriminators, which must agree, and `<run_id>:<seq>` as id. */
export class RunEventDecoder extends LineDecoder<RunStreamItem> {
  constructor(options?: DecoderOptions) {
    super(new RunEventFormat(), options);
  }
}

class RunEventFormat implements LineFormat<RunStreamItem> {
  readonly crEndsLine = true;
  readonly #frames = new SseFormat();

  get pendingBytes(): number {
    return this.#frames.pendingBytes;
  }

  line(text: string, byteLength: number): RunStreamItem | undefined {
    const frame = this.#frames.line(text, byteLength);
    return frame && parseRunFrame(frame);
  }

  end(text: string): undefined {
    this.#frames.end(text);
  }
}

/** One frame of the native stream. Throws DecodeError `not_json`, `not_an_event`, `type_mismatch` or `bad_id`; the shape of `data` is the sender's word. */
export function parseRunFrame(frame: SseEvent): RunStreamItem {
  const { type, data } = parseJsonObject(frame.data);
  if (!isEventName(type) || !isObject(data)) throw new DecodeError('not_an_event', 'no type and data in the payload');
  if (type !== frame.event) throw new DecodeError('type_mismatch', 'the name of a frame and the type in its payload differ');
  if (type === 'replay') return { event: 'replay', data: data as unknown as ReplayData };
  return { event: type, data, ...parseEventId(frame.id ?? '') } as ReceivedEvent;
}

/** The parts of `<run_id>:<seq>`, the id of a frame and the value of `Last-Event-ID`. Throws DecodeError `bad_id`. */
export function parseEventId(id: string): { runId: RunId; seq: number } {
  const [, runId, digits] = /^([A-Za-z0-9_-]+):([1-9]\d*)$/.exec(id) ?? [];
  const seq = Number(digits);
  if (!runId || !isSeq(seq)) throw new DecodeError('bad_id', 'the id of a frame is not <run_id>:<seq>');
  return { runId: runId as RunId, seq };
}
