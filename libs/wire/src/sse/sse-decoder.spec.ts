import fc from 'fast-check';
import { bytesOf, cutAt, decodeAll, expectOfEverySplit } from '../test/splits.js';
import { SseDecoder, type SseEvent } from './sse-decoder.js';

const event = (data: string, more: Partial<SseEvent> = {}): SseEvent => ({
  event: 'message',
  data,
  lastEventId: more.id ?? '',
  ...more,
});

/** Written with LF; every case is read with the other line ends as well. */
const CASES: [situation: string, text: string, expected: SseEvent[]][] = [
  ['one frame with all fields', 'id: r:1\nevent: token\ndata: {"a":1}\n\n', [event('{"a":1}', { event: 'token', id: 'r:1' })]],
  [
    'no space, one, three, and trailing ones → exactly one is removed',
    'data:a\n\ndata: \n\ndata:   b \n\n',
    [event('a'), event(''), event('  b ')],
  ],
  ['a tab after the colon → stays', 'data:\ta\n\n', [event('\ta')]],
  ['tokens of white space → kept', 'data: a\n\ndata:  \n\ndata: b\n\n', [event('a'), event(' '), event('b')]],
  ['several data lines → joined with LF', 'data: a\ndata: b\ndata:\n\n', [event('a\nb\n')]],
  ['an empty data line → an event with no text', 'data:\n\n', [event('')]],
  ['a field without a colon → an empty value', 'data\n\ndata\ndata\n\n', [event(''), event('\n')]],
  ['no data line → no event, and its name does not stay', 'event: card\n\ndata: x\n\n', [event('x')]],
  ['comments, also between the lines of an event → ignored', ': ping\n:\ndata: a\n: x\ndata: b\n\n:\n\n', [event('a\nb')]],
  ['unknown fields, retry and a different case → ignored', 'retry: 5\nfoo: bar\nData: x\n data: y\ndata: a\n\n', [event('a')]],
  [
    'an id without text → taken, and the last id is none again',
    'id: 1\ndata: a\n\nid\ndata: b\n\n',
    [event('a', { id: '1' }), event('b', { id: '' })],
  ],
  ['an id with NUL → ignored', 'id: 1\0\ndata: a\n\n', [event('a')]],
  [
    'an event without an id → the last id stays known',
    'id: 1\ndata: a\n\ndata: b\n\n',
    [event('a', { id: '1' }), event('b', { lastEventId: '1' })],
  ],
  ['an id without data → still the last id', 'id: 7\n\ndata: b\n\n', [event('b', { lastEventId: '7' })]],
  [
    'a byte order mark at the start → removed; elsewhere → text',
    '\uFEFFdata: \uFEFFa\n\n\uFEFFdata: b\n\ndata: c\n\n',
    [event('\uFEFFa'), event('c')],
  ],
  ['a colon in the value → part of it', 'data: a: b:c\n\n', [event('a: b:c')]],
  [
    'characters of two, three and four bytes, U+2028, U+0085 → exact',
    'data: é身🙂\u2028\u0085\n\n',
    [event('é身🙂\u2028\u0085')],
  ],
  ['many empty lines → no event', '\n\n\n\n', []],
  ['nothing → nothing', '', []],
];

const LINE_ENDS: [name: string, text: (lf: string) => string][] = [
  ['LF', (text) => text],
  ['CR', (text) => text.replaceAll('\n', '\r')],
  ['CRLF', (text) => text.replaceAll('\n', '\r\n')],
  [
    'mixed',
    (text) => [...text].map((char, index) => (char === '\n' ? (['\r\n', '\n', '\r'][index % 3] as string) : char)).join(''),
  ],
];

describe.each(LINE_ENDS)('an event stream with %s, cut anywhere', (_, withLineEnds) => {
  it.each(CASES)('%s', (_situation, text, expected) => {
    // "\r" + "\n" of two mixed lines would be one CRLF: an empty line less. Such neighbours are kept apart.
    const bytes = bytesOf(withLineEnds(text).replace(/\r\n(?=\n)/g, '\n'));
    expectOfEverySplit(bytes, () => new SseDecoder(), { items: expected });
  });
});

describe('an event stream at fault, cut anywhere → the events before the fault, then its reason', () => {
  const whole = 'data: a\n\n';
  const before = [event('a')];
  const small = { maxBytes: 20 };
  it.each([
    ['ends inside a line', bytesOf(`${whole}data: b`), 'truncated', {}],
    ['ends before the empty line', bytesOf(`${whole}data: b\n`), 'truncated', {}],
    ['ends inside a comment', bytesOf(`${whole}: keepal`), 'truncated', {}],
    ['ends inside a character', bytesOf(`${whole}data: 身`).slice(0, -1), 'truncated', {}],
    ['holds a byte that is not UTF-8', new Uint8Array([...bytesOf(`${whole}data: `), 0xff, 0x0a, 0x0a]), 'invalid_utf8', {}],
    [
      'holds a character cut by a line end',
      new Uint8Array([...bytesOf(`${whole}data: `), 0xe8, 0xba, 0x0a, 0x0a]),
      'invalid_utf8',
      {},
    ],
    [
      'holds a surrogate as UTF-8',
      new Uint8Array([...bytesOf(`${whole}data: `), 0xed, 0xa0, 0xbd, 0x0a, 0x0a]),
      'invalid_utf8',
      {},
    ],
    ['has a line that is too long', bytesOf(`${whole}data: ${'x'.repeat(15)}\n\n`), 'too_large', small],
    ['has a line that is too long and never ends', bytesOf(`${whole}data: ${'x'.repeat(15)}`), 'too_large', small],
    ['has an event of too many lines', bytesOf(`${whole}${'data: x\n'.repeat(3)}\n`), 'too_large', small],
    ['has a comment that is too long', bytesOf(`${whole}:${'x'.repeat(20)}\n`), 'too_large', small],
  ] as const)('%s', (_, bytes, reason, options) => {
    expectOfEverySplit(bytes, () => new SseDecoder(options), { items: before, reason });
  });

  it('an event as large as allowed, and comments without end around it → read', () => {
    const text = `${':xxxxxxxx\n'.repeat(9)}data: ${'x'.repeat(8)}\n:xxxx\ndata: \n\n${':x\n\n'.repeat(9)}`;
    expectOfEverySplit(bytesOf(text), () => new SseDecoder(small), { items: [event(`${'x'.repeat(8)}\n`)] });
  });

  it('a fault → every later call throws it', () => {
    const decoder = new SseDecoder(small);
    expect(decoder.push(bytesOf(`${whole}${'x'.repeat(21)}`))).toEqual(before);
    expect(decoder.failure?.reason).toBe('too_large');
    expect(() => decoder.push(bytesOf(whole))).toThrow('too_large');
    expect(() => decoder.end()).toThrow('too_large');
  });
});

describe('any bytes', () => {
  const piece = fc.constantFrom(
    'data',
    'event',
    'id',
    ':',
    ' ',
    '\n',
    '\r',
    '\r\n',
    '\0',
    '\uFEFF',
    'x',
    '身',
    '🙂',
    'data: a\n\n',
    'id: 1\n',
  );
  const text = fc.array(piece, { maxLength: 25 }).map((pieces) => pieces.join(''));

  it('text, cut anywhere → what the standard says, or truncated where its tail is unfinished', () => {
    fc.assert(
      fc.property(text, fc.array(fc.nat({ max: 200 })), (stream, cuts) => {
        const { items, reason } = decodeAll(new SseDecoder(), cutAt(bytesOf(stream), cuts));
        expect(items).toEqual(asTheStandardReads(stream));
        expect(reason ?? 'whole').toBe(hasUnfinishedTail(stream) ? 'truncated' : 'whole');
      }),
      { numRuns: 2000 },
    );
  });

  it('bytes, cut anywhere → the same as in one piece', () => {
    const byte = fc.oneof(
      fc.constantFrom(0x0a, 0x0d, 0x3a, 0x20, 0xff, 0xe8, 0xef, 0xbb, 0xbf),
      fc.constantFrom(...bytesOf('data身')),
    );
    fc.assert(
      fc.property(fc.array(byte, { maxLength: 60 }), fc.array(fc.nat({ max: 100 })), (bytes, cuts) => {
        const whole = Uint8Array.from(bytes);
        const options = { maxBytes: 30 };
        expect(decodeAll(new SseDecoder(options), cutAt(whole, cuts))).toEqual(decodeAll(new SseDecoder(options), [whole]));
      }),
      { numRuns: 2000 },
    );
  });
});

const linesOf = (stream: string): string[] => stream.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);

/** The standard's own words ("Interpreting an event stream"), on a whole text. */
function asTheStandardReads(stream: string): SseEvent[] {
  const events: SseEvent[] = [];
  let [buffer, name, lastEventId] = ['', '', ''];
  let id: string | undefined;
  for (const line of linesOf(stream).slice(0, -1)) {
    const [, field, value = ''] = /^([^:]*)(?:: ?([^]*))?$/.exec(line) ?? [];
    if (line === '') {
      lastEventId = id ?? lastEventId;
      if (buffer !== '')
        events.push({ event: name || 'message', data: buffer.slice(0, -1), lastEventId, ...(id === undefined ? {} : { id }) });
      [buffer, name, id] = ['', '', undefined];
    } else if (field === 'data') buffer += `${value}\n`;
    else if (field === 'event') name = value;
    else if (field === 'id' && !value.includes('\0')) id = value;
  }
  return events;
}

function hasUnfinishedTail(stream: string): boolean {
  const lines = linesOf(stream);
  const open = lines.slice(lines.lastIndexOf('', lines.length - 2) + 1, -1);
  return lines.at(-1) !== '' || open.some((line) => !line.startsWith(':'));
}
