import type { Stream } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';

const MAX_LINE = 2000;
const MAX_LINES_A_MINUTE = 100;

/** Hands over the lines of a stream: cut at 2000 characters, at most 100 a minute. All of it is read, so that its writer never waits. */
export function logLines(stream: Stream, write: (line: string) => void, now: () => number = Date.now): void {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  let minute = { startMs: now(), lines: 0 };
  const hand = (line: string): void => {
    if (now() - minute.startMs >= 60_000) minute = { startMs: now(), lines: 0 };
    minute.lines++;
    if (minute.lines === MAX_LINES_A_MINUTE + 1) write('… more lines than are logged in a minute');
    if (minute.lines <= MAX_LINES_A_MINUTE && line !== '') write(line.length > MAX_LINE ? `${line.slice(0, MAX_LINE)}…` : line);
  };
  stream.on('data', (chunk: Buffer) => {
    const lines = (rest + decoder.write(chunk)).split('\n');
    rest = lines.pop() ?? '';
    lines.forEach(hand);
    if (rest.length > MAX_LINE) {
      hand(rest);
      rest = '';
    }
  });
  stream.on('end', () => hand(rest));
}
