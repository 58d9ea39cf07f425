import { ConnectionError } from '../connection-error.js';

/** One event of an event stream. Members are `''` where the frame had none. */
export interface Frame {
  id: string;
  event: string;
  data: string;
}

/**
 * Bytes, cut anywhere, → the frames they complete. As `SseDecoder` of `@parley/wire`, in a sixth of its size: without a limit of
 * size, the id of an earlier frame, and frames without data. Throws ConnectionError `malformed` for bytes that are not UTF-8.
 * An unfinished frame at the end is never a frame.
 */
export function frameReader(): (bytes: Uint8Array) => Generator<Frame, void> {
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  let line = [''];
  let frame = empty();
  /** What is left of a CRLF that was cut in two. */
  let lf: RegExp | '' = '';

  function* read(bytes: Uint8Array): Generator<Frame, void> {
    const chunk = wellFormed('UTF-8', () => utf8.decode(bytes, { stream: true }));
    // Pieces of a line are joined once: a line of many chunks costs its length, not its square.
    const [first = '', ...others] = chunk.replace(lf, '').split(/\r\n?|\n/);
    if (chunk) lf = chunk.endsWith('\r') ? /^\n/ : '';
    line.push(first);
    for (const next of others) {
      const text = line.join('');
      const [, name, value = ''] = /^(id|event|data): ?(.*)/s.exec(text) ?? [];
      if (name) frame[name as keyof Frame] = name === 'data' && frame.data ? `${frame.data}\n${value}` : value;
      else if (!text) {
        if (frame.data) yield frame;
        frame = empty();
      }
      line = [next];
    }
  }
  return read;
}

const empty = (): Frame => ({ id: '', event: '', data: '' });

/** What a reader makes of it; where that is nothing, it is `malformed`. */
export function wellFormed<T>(what: string, read: () => T): NonNullable<T> {
  let cause: unknown;
  try {
    const value = read();
    if (value != null) return value;
  } catch (error) {
    cause = error;
  }
  throw new ConnectionError('malformed', `not ${what}`, cause);
}
