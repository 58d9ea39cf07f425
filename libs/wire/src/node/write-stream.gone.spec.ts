import { getEventListeners, once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { flood, untilStuck } from '../test/flood.js';
import { HttpPairs, listenersOf } from '../test/http-pair.js';
import { ManualTimers, settled } from '../test/manual-timers.js';
import { PushSource } from '../test/push-source.js';
import { goneSignal } from './gone-signal.js';
import { writeStream } from './write-stream.js';

const NEVER_MS = 60_000;

const pairs = new HttpPairs();
beforeAll(() => pairs.start());
afterAll(() => pairs.stop());

describe('a reader that leaves', () => {
  const LEAVES: [string, (reader: Socket) => unknown][] = [
    ['RST', (reader) => reader.resetAndDestroy()],
    ['FIN', (reader) => reader.resume().end()],
    ['close with unread bytes', (reader) => reader.destroy()],
  ];

  it.each(LEAVES)('%s while the source is silent → gone at once, the source returned', async (_, leave) => {
    const { response, reader } = await pairs.open();
    const before = listenersOf(response);
    const source = new PushSource<string>();
    source.push('data: a\n\n');
    const writing = writeStream(response, source, { stalledMs: NEVER_MS });
    await once(reader, 'readable');
    leave(reader);
    expect(await writing).toBe('gone');
    expect([source.returns, source.pulls, response.destroyed]).toEqual([1, 2, true]);
    expect(listenersOf(response)).toEqual(before);
  });

  it.each(LEAVES)('%s while the writer waits for it → gone, the source returned', async (_, leave) => {
    const { response, reader } = await pairs.open();
    const { chunks, taken } = flood();
    const timers = new ManualTimers();
    const writing = writeStream(response, chunks, { stalledMs: 1000, startTimer: timers.start });
    await untilStuck(taken);
    leave(reader);
    expect(await writing).toBe('gone');
    expect(await chunks.next()).toEqual({ done: true, value: undefined });
    expect(timers.running).toBe(0);
  });

  it('before the stream begins → gone, nothing is fetched', async () => {
    const { response, reader } = await pairs.open();
    reader.resetAndDestroy();
    await once(response, 'close');
    const source = new PushSource<string>();
    expect(await writeStream(response, source, { stalledMs: NEVER_MS })).toBe('gone');
    expect(source.returns).toBe(1);
  });

  it('a source that is deaf while it waits → the writer does not wait for it; it unwinds when its own signal wakes it', async () => {
    const { response, reader } = await pairs.open();
    const gone = goneSignal(response);
    const woken = Promise.withResolvers<void>();
    const unwound = Promise.withResolvers<void>();
    const deaf = (async function* (): AsyncGenerator<string, void> {
      try {
        yield 'data: a\n\n';
        await woken.promise;
      } finally {
        unwound.resolve();
      }
    })();
    const writing = writeStream(response, deaf, { stalledMs: NEVER_MS });
    await once(reader, 'readable');
    reader.resetAndDestroy();
    expect([await writing, gone.aborted]).toEqual(['gone', true]);
    woken.resolve();
    await unwound.promise;
  });

  it.each([
    ['destroyed', (response: ServerResponse) => response.destroy()],
    ['ended', (response: ServerResponse) => response.end()],
  ])('the response is %s by somebody else as a chunk comes → gone', async (_, close) => {
    const { response, reader } = await pairs.open();
    reader.resume();
    const source = new PushSource<string>();
    const writing = writeStream(response, source, { stalledMs: NEVER_MS });
    await source.pulled();
    source.push('data: a\n\n');
    close(response);
    expect(await writing).toBe('gone');
    await settled();
    expect(source.returns).toBe(1);
  });

  it('the response is ended by somebody else while the source is silent → gone', async () => {
    const { response, reader } = await pairs.open();
    reader.resume();
    const source = new PushSource<string>();
    const writing = writeStream(response, source, { stalledMs: NEVER_MS });
    await source.pulled();
    response.end();
    expect(await writing).toBe('gone');
    expect(source.returns).toBe(1);
  });

  it('the source fails to clean up → nobody is left to be told', async () => {
    const { response, reader } = await pairs.open();
    const source = new PushSource<string>();
    source.return = () => Promise.reject(new Error('clean-up failed'));
    const writing = writeStream(response, source, { stalledMs: NEVER_MS });
    await source.pulled();
    reader.resetAndDestroy();
    expect(await writing).toBe('gone');
    await settled();
  });
});

describe('the signal of the writer', () => {
  it.each([true, false])(
    'aborts (before the stream: %s) → gone: response destroyed, source returned, no listener left',
    async (early) => {
      const { response } = await pairs.open();
      const before = listenersOf(response);
      const abort = new AbortController();
      const source = new PushSource<string>();
      if (early) abort.abort();
      const writing = writeStream(response, source, { stalledMs: NEVER_MS, signal: abort.signal });
      if (!early) await source.pulled();
      abort.abort();
      expect(await writing).toBe('gone');
      expect([response.destroyed, source.returns]).toEqual([true, 1]);
      expect(listenersOf(response)).toEqual(before);
      expect(getEventListeners(abort.signal, 'abort')).toEqual([]);
    },
  );
});
