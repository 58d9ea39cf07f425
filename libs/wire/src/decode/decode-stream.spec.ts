import { NdjsonDecoder } from '../ndjson/ndjson-decoder.js';
import { PING_LINE, ndjsonLine } from '../ndjson/ndjson-line.js';
import { PushSource, collect, sourceOf } from '../test/push-source.js';
import { end, token } from '../test/run-events.js';
import { bytesOf } from '../test/splits.js';
import { decodeStream } from './decode-stream.js';

const read = (...chunks: string[]) => collect(decodeStream(sourceOf(chunks.map(bytesOf)), new NdjsonDecoder()));

describe('decoding a byte stream', () => {
  it('chunks → one batch per chunk that completed something, none for pings', async () => {
    const [a, b, c] = [token(1), token(2), end(3)].map((event) => ndjsonLine(event)) as [string, string, string];
    expect(await read(a + b.slice(0, 5), PING_LINE.slice(0, 0), b.slice(5) + PING_LINE, PING_LINE, c.slice(0, -1))).toEqual({
      items: [[token(1)], [token(2)], [end(3)]],
    });
  });

  it('a fault → the events before it in the same chunk, then the error, without another chunk', async () => {
    const source = new PushSource<Uint8Array>();
    source.push(bytesOf(`${ndjsonLine(token(1))}garbage\n`));
    const { items, error } = await collect(decodeStream(source, new NdjsonDecoder()));
    expect(items).toEqual([[token(1)]]);
    expect(error).toMatchObject({ name: 'DecodeError', reason: 'not_json' });
    expect([source.pulls, source.returns]).toEqual([1, 1]);
  });

  it('an error → does not quote what was received', async () => {
    const { error } = await read('{"secret": 330104199001011234 !\n');
    expect(String(error)).not.toContain('3301');
    expect((error as Error).cause).toBeUndefined();
  });

  it('an unfinished tail → truncated', async () => {
    expect((await read('{"event":"tok')).error).toMatchObject({ reason: 'truncated' });
  });

  it('the connection breaks → its error, after the events before', async () => {
    const source = new PushSource<Uint8Array>();
    source.push(bytesOf(ndjsonLine(token(1))));
    source.fail(new Error('ECONNRESET'));
    const { items, error } = await collect(decodeStream(source, new NdjsonDecoder()));
    expect([items, error]).toEqual([[[token(1)]], new Error('ECONNRESET')]);
  });
});
