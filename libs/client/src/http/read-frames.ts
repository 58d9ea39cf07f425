import { ConnectionError } from '../connection-error.js';

/** One event of an event stream. Members are `''` where the frame had none. */
export interface Frame {
  id: string;
  event: string;
  data: string;
}

/**
 * Bytes, cut anywhere, → the frames they complete. As `SseDecoder` of `@parley/wire` reads what Parley writes, in a sixth of its
 * size: without lone CRs as line ends, a limit of size, and the id of an earlier frame. Throws ConnectionError `malformed`
 * for bytes that are not UTF-8. An unfinished frame at the end is never a frame.
 */
export function frameReader(): (bytes: Uint8Array) => Generator<Frame, void> {
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  let line = [''];
  let frame = empty();

  function* read(bytes: Uint8Array): Generator<Frame, void> {
    // Pieces of a line are joined once: a line of many chunks costs its length, not its square.
    const [first = '', ...others] = wellFormed('UTF-8', () => utf8.decode(bytes, { stream: true })).split('\n');
    line.push(first);
    for (const next of others) {
      const text = line.join('').replace(/\r$/, '');
      const [, name, value = ''] = /^(id|event|data): ?(.*)$/s.exec(text) ?? [];
      if (name) frame[name as keyof Frame] += value;
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

/** What a reader makes of it; where it cannot, it is `malformed`. */
export function wellFormed<T>(what: string, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    throw new ConnectionError('malformed', `not ${what}`, cause);
  }
}
