import fc from 'fast-check';
import { NASTY_TEXTS, end, numberedEvents, throughJson, token } from '../test/run-events.js';
import { bytesOf, cutAt, decodeAll, expectOfEverySplit } from '../test/splits.js';
import { NdjsonDecoder } from './ndjson-decoder.js';
import { PING_LINE, ndjsonLine, ndjsonLines } from './ndjson-line.js';

describe('NDJSON lines, byte for byte', () => {
  it.each([
    [
      'a token',
      ndjsonLine(token(3, '字\n')),
      '{"event":"token","data":{"text":"字\\n","node":"answer","message_id":"m"},"seq":3}\n',
    ],
    ['an end', ndjsonLine(end(4)), '{"event":"end","data":{"status":"completed","output":""},"seq":4}\n'],
    ['a batch → its lines in one text', ndjsonLines([token(1), end(2)]), ndjsonLine(token(1)) + ndjsonLine(end(2))],
    ['silence', PING_LINE, '{"event":"ping"}\n'],
  ])('%s', (_, bytes, expected) => {
    expect(bytes).toBe(expected);
  });
});

describe('NDJSON, cut anywhere', () => {
  const events = [token(1, '身\u2028\u2029\u0085🙂'), end(2)];
  const [first, second] = events.map((event) => ndjsonLine(event)) as [string, string];

  it.each([
    ['LF', first + second],
    ['CRLF', (first + second).replaceAll('\n', '\r\n')],
    ['no last newline', (first + second).slice(0, -1)],
    ['no last newline, but a CR', `${(first + second).slice(0, -1)}\r`],
    ['pings and blank lines between', `${PING_LINE}\n${first}\r\n${PING_LINE}${PING_LINE}${second}${PING_LINE}`],
    ['a ping without a newline at the end', first + second + PING_LINE.slice(0, -1)],
    ['a byte order mark at the start', `\uFEFF${first}${second}`],
  ])('%s → the events', (_, text) => {
    expectOfEverySplit(bytesOf(text), () => new NdjsonDecoder(), { items: events });
  });

  it.each([
    ['garbage', bytesOf(`${first}garbage\n${second}`), 'not_json', {}],
    ['two values on a line', bytesOf(`${first}{} {}\n`), 'not_json', {}],
    ['a raw CR as line end', bytesOf(`${first}${second.slice(0, -1)}\r${second}`), 'not_json', {}],
    ['null', bytesOf(`${first}null\n`), 'not_an_event', {}],
    ['an array', bytesOf(`${first}[1]\n`), 'not_an_event', {}],
    ['no event', bytesOf(`${first}{"data":{},"seq":2}\n`), 'not_an_event', {}],
    ['no data', bytesOf(`${first}{"event":"token","seq":2}\n`), 'not_an_event', {}],
    ['data that is a list', bytesOf(`${first}{"event":"token","data":[],"seq":2}\n`), 'not_an_event', {}],
    ['no seq', bytesOf(`${first}{"event":"token","data":{}}\n`), 'not_an_event', {}],
    ['a seq of 0', bytesOf(`${first}{"event":"token","data":{},"seq":0}\n`), 'not_an_event', {}],
    ['a seq that is text', bytesOf(`${first}{"event":"token","data":{},"seq":"2"}\n`), 'not_an_event', {}],
    ['a name that could end a line', bytesOf(`${first}{"event":"a\\ndata: x","data":{},"seq":2}\n`), 'not_an_event', {}],
    ['a byte that is not UTF-8', new Uint8Array([...bytesOf(`${first}{"event":"`), 0xff, 0x0a]), 'invalid_utf8', {}],
    ['a cut line', bytesOf(first + second.slice(0, -2)), 'truncated', {}],
    ['a cut character', bytesOf(`${first}"身`).slice(0, -1), 'truncated', {}],
    ['a line that is too long', bytesOf(`${first}{"event":"${'x'.repeat(200)}\n`), 'too_large', { maxBytes: 150 }],
    ['a line that is too long and never ends', bytesOf(first + 'x'.repeat(200)), 'too_large', { maxBytes: 150 }],
  ] as const)('%s → the events before it, then its reason', (_, bytes, reason, options) => {
    expectOfEverySplit(bytes, () => new NdjsonDecoder(options), { items: [events[0]], reason });
  });

  it('any events → exactly those', () => {
    fc.assert(
      fc.property(numberedEvents, fc.array(fc.nat({ max: 2000 })), (written, cuts) => {
        const decoded = decodeAll(new NdjsonDecoder(), cutAt(bytesOf(ndjsonLines(written)), cuts));
        expect(decoded).toEqual({ items: throughJson(written) });
      }),
    );
  });

  it('texts that look like lines → one event each, byte for byte', () => {
    const written = NASTY_TEXTS.map((text, index) => token(index + 1, text));
    expect(decodeAll(new NdjsonDecoder(), [bytesOf(ndjsonLines(written))])).toEqual({ items: written });
  });
});

describe('a large line, byte by byte', () => {
  /** Bytes that were copied or decoded, per byte of a line of that size. */
  function workPerByte(size: number): number {
    const event = token(1, '字'.repeat(size / 3));
    const bytes = bytesOf(ndjsonLine(event));
    const decoder = new NdjsonDecoder();
    let work = 0;
    const copy = jest.spyOn(Uint8Array.prototype, 'set').mockImplementation(function (this: Uint8Array, from, at = 0) {
      work += from.length;
      for (let index = 0; index < from.length; index++) this[at + index] = from[index] as number;
    });
    const { decode } = TextDecoder.prototype;
    const decoding = jest.spyOn(TextDecoder.prototype, 'decode').mockImplementation(function (
      this: InstanceType<typeof TextDecoder>,
      input,
    ) {
      work += input?.byteLength ?? 0;
      return decode.call(this, input);
    });
    try {
      const items: unknown[] = [];
      for (let index = 0; index < bytes.length; index++) items.push(...decoder.push(bytes.subarray(index, index + 1)));
      expect(items).toEqual([event]);
    } finally {
      copy.mockRestore();
      decoding.mockRestore();
    }
    return work / bytes.length;
  }

  it('ten times the size → no more work per byte', () => {
    expect(workPerByte(3_000)).toBeLessThan(5);
    expect(workPerByte(30_000)).toBeLessThan(5);
  });

  it('2 MB in pieces of 7 bytes → the event, when its last byte came', () => {
    const event = token(1, '字'.repeat(700_000));
    const bytes = bytesOf(ndjsonLine(event));
    const decoder = new NdjsonDecoder();
    const early: unknown[] = [];
    for (let from = 0; from < bytes.length - 1; from += 7)
      early.push(...decoder.push(bytes.subarray(from, Math.min(from + 7, bytes.length - 1))));
    expect(early).toEqual([]);
    expect(decoder.push(bytes.subarray(-1))).toEqual([event]);
  });
});
