import { PassThrough } from 'node:stream';
import { logLines } from './log-lines.js';

function logged(chunks: (string | Buffer)[]): string[] {
  const lines: string[] = [];
  const stream = new PassThrough();
  logLines(stream, (line) => lines.push(line));
  for (const chunk of chunks) stream.emit('data', Buffer.from(chunk));
  stream.emit('end');
  return lines;
}

test('text in pieces → line by line, the last one without its end, empty ones left out', () => {
  expect(logged(['on', 'e\n\ntw', 'o\nthree'])).toEqual(['one', 'two', 'three']);
});

test('a character cut in two → whole', () => {
  const bytes = Buffer.from('上海\n');
  expect(logged([bytes.subarray(0, 2), bytes.subarray(2)])).toEqual(['上海']);
});

test('a line without end → handed over in bounded pieces', () => {
  const lines = logged(['x'.repeat(5000), 'y'.repeat(10)]);
  expect(lines).toEqual([`${'x'.repeat(2000)}…`, 'yyyyyyyyyy']);
});

test('more lines than a minute may have → a note; in the next minute lines again', () => {
  const lines: string[] = [];
  const stream = new PassThrough();
  let now = 0;
  logLines(
    stream,
    (line) => lines.push(line),
    () => now,
  );
  stream.emit('data', Buffer.from('x\n'.repeat(150)));
  expect(lines.slice(99)).toEqual(['x', '… more lines than are logged in a minute']);
  now = 60_000;
  stream.emit('data', Buffer.from('y\n'));
  expect(lines.slice(101)).toEqual(['y']);
});
