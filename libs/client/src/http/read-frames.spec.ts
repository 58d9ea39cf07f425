import { SseDecoder } from '@parley/wire';
import fc from 'fast-check';
import { answer, bytesOf, replay } from '../test/runs.js';
import { type Frame, frameReader } from './read-frames.js';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

const NASTY = ['', 'a\nb\r\nc', 'event: card\ndata: {}\n\n', '身🙂\u2028\u0085', '"}\n\ndata: x'];
const STREAM = `: keepalive\n\n${replay(1, 7)}${bytesOf(answer(...NASTY))}`;

function readAll(chunks: Iterable<Uint8Array>): Frame[] {
  const read = frameReader();
  return [...chunks].flatMap((chunk) => [...read(chunk)]);
}

const inTurn =
  (...all: string[]) =>
  (): string => {
    all.push(...all.splice(0, 1));
    return all.at(-1) as string;
  };

/** What the full decoder makes of it. */
const expected = (text: string): Frame[] =>
  new SseDecoder().push(encode(text)).map(({ id = '', event, data }) => ({ id, event: event === 'message' ? '' : event, data }));

describe('an event stream of Parley', () => {
  it('cut in two at every place, and byte by byte → the frames the full decoder reads', () => {
    const bytes = encode(STREAM);
    expect(expected(STREAM)).toHaveLength(8);
    for (let at = 0; at <= bytes.length; at++)
      expect(readAll([bytes.subarray(0, at), bytes.subarray(at)])).toEqual(expected(STREAM));
    expect(readAll([...bytes].map((byte) => Uint8Array.of(byte)))).toEqual(expected(STREAM));
  });

  it.each([
    ['CRLF', (): string => '\r\n'],
    ['CR', (): string => '\r'],
    ['all three in turn', inTurn('\n', '\r', '\r\n')],
  ])('with %s as line ends → the same', (_, lineEnd) => {
    const bytes = encode(STREAM.replaceAll('\n', lineEnd));
    for (let at = 0; at <= bytes.length; at++)
      expect(readAll([bytes.subarray(0, at), bytes.subarray(at)])).toEqual(expected(STREAM));
    expect(readAll([...bytes].map((byte) => Uint8Array.of(byte)))).toEqual(expected(STREAM));
  });

  it('with CR → each frame is there as soon as it has ended', () => {
    const read = frameReader();
    expect([...read(encode('data: a\r\r'))]).toEqual([{ id: '', event: '', data: 'a' }]);
    expect([...read(encode('\ndata: b\n\n'))]).toEqual([{ id: '', event: '', data: 'b' }]);
  });

  it('a mark at its start, spaces, several lines of data, comments inside, fields without a colon or that nobody knows → as the full decoder', () => {
    const text =
      '\uFEFFid: 0\nid: 1\nevent: a\nevent:  b \ndata:x\n: comment\ndata:   y \ndata\nretry: 5\nwhatever\n\n\n: ping\n\nid:2\ndata: [\ndata: 1]\n\n';
    const bytes = encode(text);
    const frames = [
      { id: '1', event: ' b ', data: 'x\n  y ' },
      { id: '2', event: '', data: '[\n1]' },
    ];
    for (let at = 0; at <= bytes.length; at++) expect(readAll([bytes.subarray(0, at), bytes.subarray(at)])).toEqual(frames);
  });

  it('any texts, cut anywhere → the frames the full decoder reads', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' })), fc.array(fc.nat({ max: 3000 })), (texts, cuts) => {
        const text = bytesOf(answer(...texts));
        const bytes = encode(text);
        const places = [...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].sort((a, b) => a - b);
        const chunks = places.map((place, index) => bytes.subarray(places[index - 1] ?? 0, place));
        expect(readAll(chunks)).toEqual(expected(text));
      }),
    );
  });

  it('an unfinished frame at the end → no frame', () => {
    expect(readAll([encode('id: 1\ndata: a\n\nid: 2\ndata: b\n')])).toEqual([{ id: '1', event: '', data: 'a' }]);
  });

  it.each([
    ['a byte that is not UTF-8', [0x64, 0xff, 0x0a]],
    ['a character cut by a line end', [0xe8, 0xba, 0x0a]],
  ])('%s → malformed, nothing is replaced', (_, bytes) => {
    expect(() => readAll([Uint8Array.from(bytes)])).toThrow('not UTF-8');
  });

  it('a line of 4 MB in chunks of 1 KB → read in time that grows with its length only', () => {
    const bytes = encode(`data: ${'x'.repeat(4_000_000)}\n\n`);
    const chunks = Array.from({ length: Math.ceil(bytes.length / 1024) }, (_, n) => bytes.subarray(n * 1024, (n + 1) * 1024));
    const startedAt = performance.now();
    expect(readAll(chunks)[0]?.data).toHaveLength(4_000_000);
    expect(performance.now() - startedAt).toBeLessThan(1000);
  });
});
