import { CHAT, open, rest, STREAM, whole } from '../test/answers.js';
import type { RawReply } from '../test/raw-server.js';
import { answer, begun, bytesOf, CARD, numbered, OTHER_RUN, RUN, token } from '../test/runs.js';
import { shown, useStore } from '../test/use-store.js';

const { server, there, store, opened, until, close } = useStore({ feed: false });

describe('frames', () => {
  it('2,000 words in one go → a few states, the last of which has all; what did not change stays the same object', async () => {
    there().stored(1, 'before', { content: 'before, too' });
    await there().now({});
    await opened();
    const words = Array.from({ length: 2000 }, (_, n) => `${n} `);
    server().on(CHAT, whole(answer(...words), OTHER_RUN));
    let states = 0;
    const before = store().getSnapshot().messages;
    const stop = store().subscribe(() => (states += 1));
    await store().send('hi');
    const { messages } = await until(({ status }) => status === 'idle');
    stop();
    expect(messages.at(-1)?.content).toBe(words.join(''));
    expect(states).toBeLessThan(60);
    expect(messages[0]).toBe(before[0]);
  });

  it('words → one state for each frame the browser paints', async () => {
    const frames: (() => void)[] = [];
    Object.assign(globalThis, {
      requestAnimationFrame: (frame: () => void) => frames.push(frame),
      cancelAnimationFrame: () => undefined,
    });
    try {
      await opened();
      const taken = Promise.withResolvers<RawReply>();
      server().on(CHAT, (reply) => taken.resolve(reply.stream(RUN)));
      await store().send('hi');
      const seen: unknown[] = [];
      const stop = store().subscribe(() => seen.push(store().getSnapshot().messages.at(-1)?.content));
      const reply = await taken.promise;
      const all = answer('a', 'b', 'c', 'd');
      await reply.write(bytesOf(all.slice(0, 4)));
      while (frames.length === 0) await new Promise(setImmediate);
      expect(frames).toHaveLength(1);
      frames.shift()?.();
      await reply.write(bytesOf(all.slice(4)));
      await until(({ status }) => status === 'idle');
      stop();
      expect(seen.at(-1)).toBe('abcd');
      expect(seen.filter((text) => text === 'hi')).toEqual([]);
      expect(seen.length).toBeLessThanOrEqual(3);
    } finally {
      Reflect.deleteProperty(globalThis, 'requestAnimationFrame');
      Reflect.deleteProperty(globalThis, 'cancelAnimationFrame');
    }
  });
});

describe('opening and closing', () => {
  it('a reload in the middle of an answer → messages, the running answer', async () => {
    there().stored(1, 'hi', {});
    await there().now({ active_run_id: RUN });
    server().on(STREAM, rest(answer('a', 'b')));
    await opened();
    expect(shown(await until(({ status }) => status === 'idle'))).toEqual(['user hi (done)', 'assistant ab (done)']);
  });

  it('a reload while a card is pending → asking', async () => {
    there().stored(1, 'hi', { card: CARD });
    there().card = CARD;
    await there().now({ awaiting_card: CARD.card_id });
    expect(await opened()).toMatchObject({ status: 'asking', card: CARD, messages: [{ content: 'hi' }, { card: CARD }] });
  });

  it('closed, opened again (StrictMode) → works; nothing comes from the first time', async () => {
    await there().now({});
    store().open()();
    const state = await opened();
    expect(state.status).toBe('idle');
    server().on(CHAT, whole(answer('a')));
    await expect(store().send('hi')).resolves.toBe(true);
    await until(({ status, messages }) => status === 'idle' && messages.length === 2);
  });

  it('closed in the middle of an answer → the connection is closed, and no state comes any more', async () => {
    await opened();
    const left = Promise.withResolvers<void>();
    server().on(CHAT, async (reply, request) => {
      await open(numbered(begun(), token('a')))(reply, request);
      await reply.left();
      left.resolve();
    });
    void store().send('hi');
    await until(({ status }) => status === 'streaming');
    let states = 0;
    store().subscribe(() => (states += 1));
    close();
    await left.promise;
    await new Promise(setImmediate);
    expect(states).toBe(0);
    await expect(store().send('more')).resolves.toBe(false);
  });

  it('two open it, one closes → it stays open', async () => {
    const closeFirst = store().open();
    await opened();
    closeFirst();
    closeFirst();
    server().on(CHAT, whole(answer('a')));
    await expect(store().send('hi')).resolves.toBe(true);
  });
});
