import type { NumberedEvent } from '@parley/contracts';
import { DecodeError } from '../decode/decode-error.js';
import { type DecoderOptions, LineDecoder, type LineFormat } from '../decode/line-decoder.js';
import { isEventName, isObject, isSeq, parseJsonObject } from '../decode/parse-json.js';

/**
 * The engine's NDJSON (protocol, section 6): LF or CRLF ends a line, and nothing else does (not U+2028); the last line may
 * lack it. Pings and blank lines are skipped; a line that is no event is an error.
 */
export class NdjsonDecoder extends LineDecoder<NumberedEvent> {
  constructor(options?: DecoderOptions) {
    super(new NdjsonFormat(), options);
  }
}

class NdjsonFormat implements LineFormat<NumberedEvent> {
  readonly crEndsLine = false;
  readonly pendingBytes = 0;

  line(text: string): NumberedEvent | undefined {
    return text === '' || text === '\r' ? undefined : parseNdjsonLine(text);
  }

  end(text: string): NumberedEvent | undefined {
    try {
      return this.line(text);
    } catch (error) {
      // A JSON object ends where its brace closes: what does not parse here was cut off.
      if (error instanceof DecodeError && error.reason === 'not_json')
        throw new DecodeError('truncated', 'the stream ends inside a line');
      throw error;
    }
  }
}

/** One line; undefined for a ping. Throws DecodeError `not_json` or `not_an_event`; the shape of `data` is the sender's word. */
export function parseNdjsonLine(text: string): NumberedEvent | undefined {
  const value = parseJsonObject(text);
  if (value['event'] === 'ping') return undefined;
  if (!isEventName(value['event']) || !isObject(value['data']) || !isSeq(value['seq']))
    throw new DecodeError('not_an_event', 'a line without event, data and seq');
  return value as unknown as NumberedEvent;
}
