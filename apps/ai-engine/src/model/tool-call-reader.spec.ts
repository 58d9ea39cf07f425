import 'reflect-metadata';
import { ToolCallReader } from './tool-call-reader.js';

type Piece = Parameters<ToolCallReader['read']>[0][number];

/** A piece as a server may send it: `arguments` and `name` of its function, `undefined` members left out. */
const piece = (index: number | undefined, id: unknown, name: unknown, args?: unknown): Piece =>
  JSON.parse(JSON.stringify({ index, id, type: 'function', function: { name, arguments: args } })) as Piece;

function read(pieces: Piece[]): string[] {
  const reader = new ToolCallReader();
  for (const one of pieces) reader.read([one]);
  return reader
    .end()
    .map(({ callId, name, argumentsText }) => `${/^call_.{36}$/.test(callId) ? '?' : callId} ${name} ${argumentsText}`);
}

const none = undefined;

test.each<[string, Piece[], string[]]>([
  [
    'as OpenAI sends it: id and name first, then the arguments',
    [piece(0, 'a', 'fee', ''), piece(0, none, none, '{"x"'), piece(0, none, none, ':1}')],
    ['a fee {"x":1}'],
  ],
  [
    'two calls whose pieces are mixed',
    [piece(0, 'a', 'fee', ''), piece(1, 'b', 'law', '{"y'), piece(0, none, none, '{}'), piece(1, none, none, '":2}')],
    ['a fee {}', 'b law {"y":2}'],
  ],
  [
    'indexes that do not begin at 0, in the order in which they came',
    [piece(3, 'a', 'fee', '{}'), piece(1, 'b', 'law', '{}')],
    ['a fee {}', 'b law {}'],
  ],
  ['no arguments at all', [piece(0, 'a', 'fee')], ['a fee ']],
  ['id and name in pieces of their own', [piece(0, 'a', none), piece(0, none, 'fee', '{}')], ['a fee {}']],
  ['no index, whole calls', [piece(none, 'a', 'fee', '{}'), piece(none, 'b', 'fee', '{}')], ['a fee {}', 'b fee {}']],
  ['no index, calls without arguments', [piece(none, 'a', 'fee', ''), piece(none, 'b', 'fee', '')], ['a fee ', 'b fee ']],
  [
    'no index, in pieces',
    [piece(none, 'a', 'fee', '{"x'), piece(none, none, none, '":1}'), piece(none, 'b', 'law', ''), piece(none, none, none, '{}')],
    ['a fee {"x":1}', 'b law {}'],
  ],
  ['index null', [piece(null as never, 'a', 'fee', '{'), piece(null as never, none, none, '}')], ['a fee {}']],
  [
    'no index and no ids',
    [piece(none, none, 'fee', '{}'), piece(none, none, 'fee', '{}'), piece(none, none, 'law', '')],
    ['? fee {}', '? fee {}', '? law '],
  ],
  [
    'every call at index 0',
    [piece(0, 'a', 'fee', '{}'), piece(0, 'b', 'fee', '{}'), piece(0, 'c', 'law', '')],
    ['a fee {}', 'b fee {}', 'c law '],
  ],
  [
    'name and id in every piece',
    [piece(0, 'a', 'fee', ''), piece(0, 'a', 'fee', '{"x":'), piece(0, 'a', 'fee', '{}}'), piece(0, 'a', 'fee', '')],
    ['a fee {"x":{}}'],
  ],
  [
    'the name in every piece',
    [piece(0, none, 'fee', ''), piece(0, none, 'fee', '{"x":'), piece(0, none, 'fee', '{}}'), piece(0, none, 'fee', '')],
    ['? fee {"x":{}}'],
  ],
  [
    'a new id in every piece',
    [piece(0, 'a', 'fee', ''), piece(0, 'b', 'fee', '{"x":'), piece(0, 'c', none, '1}'), piece(0, 'd', none, '')],
    ['a fee {"x":1}'],
  ],
  ['the same id for two calls', [piece(0, 'a', 'fee', '{}'), piece(1, 'a', 'fee', '{}')], ['a fee {}', '? fee {}']],
  ['no ids', [piece(0, none, 'fee', '{}'), piece(1, '', 'fee', '{}')], ['? fee {}', '? fee {}']],
  ['an id that is a number', [piece(0, 7, 'fee', '{}')], ['7 fee {}']],
  ['arguments that are an object', [piece(0, 'a', 'fee', { x: 1 })], ['a fee {"x":1}']],
  ['arguments that are not JSON', [piece(0, 'a', 'fee', '{"x":')], ['a fee {"x":']],
])('%s → the calls', (_what, pieces, calls) => expect(read(pieces)).toEqual(calls));

test('ids that are taken → made-up ones, none of them twice', () => {
  const reader = new ToolCallReader();
  reader.read([piece(0, 'a', 'fee'), piece(1, 'b', 'fee'), piece(2, none, 'fee'), piece(3, none, 'fee')]);
  const ids = reader.end(['a', 'z']).map(({ callId }) => callId);
  expect(ids[1]).toBe('b');
  expect(new Set([...ids, 'a'])).toHaveProperty('size', 5);
});

test('a call without a name → the answer is broken', () => {
  expect(() => read([piece(0, 'a', none, '{}')])).toThrow('calls a tool without naming it');
});
