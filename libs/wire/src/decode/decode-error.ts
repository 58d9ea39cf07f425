/**
 * Why bytes are no event stream:
 * - `too_large`: an event or a line beyond `maxBytes`
 * - `invalid_utf8`: a line that is not UTF-8; nothing is ever replaced by U+FFFD
 * - `truncated`: the bytes end inside a line or inside an event
 * - `not_json`: the payload is no JSON
 * - `not_an_event`: JSON, but without a name, an object as data and (where events are numbered) a sequence number
 * - `type_mismatch`: the frame's name and the type in its payload differ
 * - `bad_id`: the frame's id is not `<run_id>:<seq>`
 */
export type DecodeReason = 'too_large' | 'invalid_utf8' | 'truncated' | 'not_json' | 'not_an_event' | 'type_mismatch' | 'bad_id';

/** Bytes that cannot be decoded. `reason` decides; the message never holds what was received, it may be private. */
export class DecodeError extends Error {
  override readonly name = 'DecodeError';

  constructor(
    readonly reason: DecodeReason,
    detail: string,
    options?: { cause?: unknown },
  ) {
    super(`${reason}: ${detail}`, options);
  }
}
