import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { Writable } from 'node:stream';
import { FLOOD_BYTES, flood, untilStuck } from '../test/flood.js';
import { HttpPairs, bodyOf, listenersOf, readAll } from '../test/http-pair.js';
import { ManualTimers, settled } from '../test/manual-timers.js';
import { PushSource, sourceOf } from '../test/push-source.js';
import { writeStream } from './write-stream.js';

const NEVER_MS = 60_000;

const pairs = new HttpPairs();
beforeAll(() => pairs.start());
afterAll(() => pairs.stop());

describe('writing a stream to a response', () => {
  it('chunks, then the end → every byte, the last chunk, no listener and no timer left', async () => {
    const { response, reader } = await pairs.open();
    const before = listenersOf(response);
    const timers = new ManualTimers();
    const answer = readAll(reader);
    const outcome = await writeStream(response, sourceOf(['data: 身', '', '份🙂\n\n', '\n']), {
      stalledMs: NEVER_MS,
      startTimer: timers.start,
    });
    expect(outcome).toBe('ended');
    const { body, isWhole } = bodyOf(await answer);
    expect([body.toString(), isWhole]).toEqual(['data: 身份🙂\n\n\n', true]);
    expect([listenersOf(response), timers.running]).toEqual([before, 0]);
  });

  it('no chunk at all → an empty whole body', async () => {
    const { response, reader } = await pairs.open();
    const answer = readAll(reader);
    expect(await writeStream(response, sourceOf([]), { stalledMs: NEVER_MS })).toBe('ended');
    expect(bodyOf(await answer)).toEqual({ body: Buffer.alloc(0), isWhole: true });
  });

  it('one chunk of 3 MB of many-byte characters → exact', async () => {
    const { response, reader } = await pairs.open();
    const chunk = '字🙂x'.repeat(400_000);
    const answer = readAll(reader);
    expect(await writeStream(response, sourceOf([chunk]), { stalledMs: NEVER_MS })).toBe('ended');
    expect(bodyOf(await answer).body.toString() === chunk).toBe(true);
  });

  it('a reader that pauses, then reads → nothing is fetched meanwhile, then each chunk once, in order', async () => {
    const { response, reader } = await pairs.open();
    const { chunks, taken, text } = flood();
    const writing = writeStream(response, chunks, { stalledMs: NEVER_MS });
    await untilStuck(taken);
    const takenWhilePaused = taken();
    expect(takenWhilePaused * 4096).toBeLessThan(FLOOD_BYTES / 2);
    expect(response.writableLength).toBeLessThan(response.writableHighWaterMark + 2 * 4096);
    const answer = await readAll(reader);
    expect(await writing).toBe('ended');
    expect(bodyOf(answer).body.toString() === text(taken())).toBe(true);
  });

  it('the source fails → rejects with it, and the reader sees that the stream is not whole', async () => {
    const { response, reader } = await pairs.open();
    const before = listenersOf(response);
    const source = new PushSource<string>();
    source.push('data: a\n\n');
    const writing = writeStream(response, source, { stalledMs: NEVER_MS });
    const answer = readAll(reader);
    await once(reader, 'readable');
    source.fail(new Error('pg://user:pw@db'));
    await expect(writing).rejects.toThrow('pg://');
    expect(bodyOf(await answer)).toEqual({ body: Buffer.from('data: a\n\n'), isWhole: false });
    expect(listenersOf(response)).toEqual(before);
  });
});

describe('a reader that takes nothing', () => {
  it('for stalledMs → stalled: socket destroyed, source returned, no listener left', async () => {
    const { response } = await pairs.open();
    const { chunks, taken } = flood();
    const before = listenersOf(response);
    const timers = new ManualTimers();
    const writing = writeStream(response, chunks, { stalledMs: 1000, startTimer: timers.start });
    await untilStuck(taken);
    await timers.advance(999);
    expect([response.destroyed, timers.running]).toEqual([false, 1]);
    await timers.advance(1);
    expect(await writing).toBe('stalled');
    expect(response.destroyed).toBe(true);
    expect(await chunks.next()).toEqual({ done: true, value: undefined });
    expect([listenersOf(response), timers.running]).toEqual([before, 0]);
  });

  it('and whose source has ended → stalled as well, with real time', async () => {
    const { response } = await pairs.open();
    expect(await writeStream(response, sourceOf(['x'.repeat(FLOOD_BYTES)]), { stalledMs: 100 })).toBe('stalled');
    expect(response.destroyed).toBe(true);
  });

  it('and its last chunks fit into the buffer → the end waits for it no longer either', async () => {
    const { response } = await pairs.open();
    const timers = new ManualTimers();
    const source = new PushSource<string>();
    const writing = writeStream(response, source, { stalledMs: 1000, startTimer: timers.start });
    do {
      source.push('x'.repeat(4096));
      await settled();
      if (response.writableLength > 0) await untilStuck(() => response.writableLength);
    } while (response.writableLength === 0);
    expect(timers.running).toBe(0);
    source.end();
    await settled();
    await timers.advance(1000);
    expect(await writing).toBe('stalled');
  });

  it('a slow one of a single large chunk → gets it in pieces, and is not cut as long as it takes one in time', async () => {
    const taken: number[] = [];
    let take: (() => void) | undefined;
    const slow = new Writable({
      write(piece: Buffer, _, done) {
        taken.push(piece.length);
        take = done;
      },
    });
    const timers = new ManualTimers();
    const chunk = '字'.repeat(100_000);
    const writing = writeStream(slow as unknown as ServerResponse, sourceOf([chunk]), {
      stalledMs: 1000,
      startTimer: timers.start,
    });
    for (let step = 0; step < 5; step++) {
      await settled();
      await timers.advance(900);
      take?.();
    }
    expect(await writing).toBe('ended');
    expect(taken).toEqual([65536, 65536, 65536, 65536, 300_000 - 4 * 65536]);
  });

  it('a slow one → each chunk once, in order', async () => {
    const { response, reader } = await pairs.open();
    const { chunks, taken, text } = flood(4 * 1024 * 1024);
    const pieces: Buffer[] = [];
    reader.on('data', (piece: Buffer) => {
      pieces.push(piece);
      reader.pause();
      setTimeout(() => reader.resume(), 1);
    });
    reader.resume();
    const closed = once(reader, 'close');
    expect(await writeStream(response, chunks, { stalledMs: NEVER_MS })).toBe('ended');
    await closed;
    expect(bodyOf(Buffer.concat(pieces)).body.toString() === text(taken())).toBe(true);
  });
});
