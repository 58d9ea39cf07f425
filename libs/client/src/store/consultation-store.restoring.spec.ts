import { CHAT, open, problem, RESUME, rest, STREAM, whole } from '../test/answers.js';
import type { RawReply } from '../test/raw-server.js';
import { answer, begun, bytesOf, CARD, end, numbered, OTHER_RUN, preempted, RUN, token } from '../test/runs.js';
import { shown, useStore } from '../test/use-store.js';

const { server, there, store, opened, until, close } = useStore({ feed: false });

/** Those who come back from the server with whatever else they do have had their turn by then. */
const roundTrips = async (): Promise<void> => {
  for (let n = 0; n < 3; n++) await fetch(`${server().url}/api/v1/consultations/sessions/s1`);
};
const chats = (): unknown[] =>
  server()
    .requests.filter(({ path }) => path.endsWith('/chat'))
    .map(({ headers }) => headers['idempotency-key']);

describe('closed while it is restored', () => {
  it('opened again at once (StrictMode) → one connection; closed → none', async () => {
    there().stored(1, 'hi', {});
    await there().now({ active_run_id: RUN });
    const streams: RawReply[] = [];
    server().on(STREAM, (reply, request) => {
      streams.push(reply);
      return open(numbered(begun(), token('a')))(reply, request);
    });
    store().open()();
    await opened();
    await until(({ status }) => status === 'streaming');
    await roundTrips();
    expect(streams).toHaveLength(1);
    close();
    await streams[0]?.left();
    await roundTrips();
    expect(streams).toHaveLength(1);
  });

  it('while the server fails → not asked again', async () => {
    const failing = Promise.withResolvers<void>();
    server().on(/^GET \/sessions\/s1$/, (reply, request) => {
      setImmediate(failing.resolve);
      return problem(503, 'store_unavailable')(reply, request);
    });
    void opened();
    await failing.promise;
    close();
    const before = server().requests.length;
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(server().requests).toHaveLength(before);
  });

  it('what is asked of it then → nothing is sent', async () => {
    await opened();
    close();
    const before = server().requests.length;
    await store().restore();
    expect(server().requests).toHaveLength(before);
  });
});

describe('sent while it is restored', () => {
  it('refused → unsent, with the error; what was restored is shown, and the next message is sent', async () => {
    there().stored(1, 'hi', { card: CARD });
    there().card = CARD;
    await there().now({ awaiting_card: CARD.card_id });
    const arrived = Promise.withResolvers<RawReply>();
    server().on(CHAT, (reply) => arrived.resolve(reply));
    const idle = opened();
    const sent = store().send('too early');
    const reply = await arrived.promise;
    await roundTrips();
    reply.json(400, { code: 'validation_failed', status: 400 });
    await expect(sent).resolves.toBe(false);
    await idle;
    const state = await until(({ messages }) => messages.length === 3);
    expect(shown(state)).toEqual(['user hi (done)', 'assistant  (done)', 'user too early (unsent)']);
    expect(state).toMatchObject({ status: 'asking', card: CARD, error: { code: 'validation_failed' } });
    server().on(CHAT, whole(numbered(begun(OTHER_RUN, 2), token('ok'), end('ok')), OTHER_RUN));
    await expect(store().send('again')).resolves.toBe(true);
    expect(shown(await until(({ messages, status }) => status === 'idle' && messages.length === 5)).slice(3)).toEqual([
      'user again (done)',
      'assistant ok (done)',
    ]);
  });
});

it('asked for while it is restored → restored once more after that', async () => {
  there().stored(1, 'hi', { content: 'a' });
  await there().now({});
  await opened();
  const read = Promise.withResolvers<RawReply>();
  let asked = 0;
  server().on(/pending_card/, (reply) =>
    asked++ ? reply.json(200, { has_pending_card: false, card: null }) : read.resolve(reply),
  );
  const first = store().restore();
  const reply = await read.promise;
  await server().nth(2, /messages/);
  there().stored(2, 'from elsewhere', { content: 'b' }, OTHER_RUN);
  await there().now({ turn: 2 });
  const second = store().restore();
  reply.json(200, { has_pending_card: false, card: null });
  await Promise.all([first, second]);
  expect(shown(store().getSnapshot()).slice(2)).toEqual(['user from elsewhere (done)', 'assistant b (done)']);
});

describe('a message that was taken, but whose answer did not arrive', () => {
  it('restored → sent again with its key first: it is shown once', async () => {
    await there().now({ turn: 0 });
    await opened();
    server().on(CHAT, (reply) => reply.reset());
    await expect(store().send('hi')).resolves.toBe(false);
    there().stored(1, 'hi', { content: 'ab' });
    await there().now({ turn: 1 });
    server().on(CHAT, whole(answer('a', 'b')));
    await store().restore();
    const state = await until(({ status }) => status === 'idle');
    expect([shown(state), state.canRetry, state.error]).toEqual([['user hi (done)', 'assistant ab (done)'], false, null]);
    expect(new Set(chats()).size).toBe(1);
  });

  it('said again by the user → the same request', async () => {
    await opened();
    server().on(CHAT, (reply) => reply.reset());
    await store().send('hi');
    server().on(CHAT, whole(answer('a', 'b')));
    await expect(store().send('hi')).resolves.toBe(true);
    const state = await until(({ status }) => status === 'idle');
    expect([shown(state), state.canRetry]).toEqual([['user hi (done)', 'assistant ab (done)'], false]);
    expect(new Set(chats()).size).toBe(1);
    await store().send('hi');
    expect(new Set(chats()).size).toBe(2);
  });

  it('meanwhile shown as stored, then joined → shown once', async () => {
    await there().now({ turn: 0 });
    await opened();
    server().on(CHAT, problem(503, 'engine_unavailable'));
    await store().send('hi');
    there().stored(1, 'hi', { content: 'ab' });
    await there().now({ turn: 1 });
    await store().restore();
    server().on(CHAT, whole(answer('a', 'b')));
    await store().retry();
    expect(shown(await until(({ status }) => status === 'idle'))).toEqual(['user hi (done)', 'assistant ab (done)']);
  });
});

describe('a request whose run is long gone', () => {
  it('a message → had arrived: shown once, and nothing to be tried again', async () => {
    await there().now({ turn: 0 });
    await opened();
    server().on(CHAT, (reply) => reply.reset());
    await store().send('hi');
    there().stored(1, 'hi', { content: 'ab' });
    await there().now({ turn: 1 });
    server().on(CHAT, problem(410, 'run_expired'));
    await store().retry();
    const state = await until(({ messages }) => messages.length === 2);
    expect([shown(state), state.canRetry, state.error]).toEqual([['user hi (done)', 'assistant ab (done)'], false, null]);
  });

  it('answers → had arrived: what became of the card is fetched', async () => {
    there().card = CARD;
    await there().now({ awaiting_card: CARD.card_id });
    await opened();
    there().card = null;
    there().stored(1, 'hi', { card: CARD });
    await there().now({ awaiting_card: null });
    server().on(RESUME, problem(410, 'run_expired'));
    await store().answer({ a: 1 });
    expect(await until(({ card }) => card === null)).toMatchObject({ status: 'idle', error: null });
  });
});

it('restored again → the same objects, but for what has changed', async () => {
  there().stored(1, 'hi', { content: 'a' });
  there().stored(2, 'more', { content: 'b' }, OTHER_RUN);
  await there().now({ turn: 2 });
  const { messages } = await opened();
  there().messages.splice(3, 1, { ...there().messages[3]!, preempted: true });
  await store().restore();
  const again = store().getSnapshot().messages;
  expect(again.map((message, at) => message === messages[at])).toEqual([true, true, true, false]);
});

describe('a newer message', () => {
  it('is refused → the answer that is running goes on', async () => {
    await opened();
    let reply!: RawReply;
    server().on(CHAT, (given) => (reply = given).stream(RUN).write(bytesOf(numbered(begun(), token('one')))));
    await store().send('hi');
    await until(({ status }) => status === 'streaming');
    server().next(problem(413, 'payload_too_large'));
    await expect(store().send('x')).resolves.toBe(false);
    const { status, error } = store().getSnapshot();
    expect([status, error]).toMatchObject(['streaming', { code: 'payload_too_large' }]);
    reply.end(bytesOf(answer('one', ' two').slice(2)));
    const idle = await until((state) => state.status === 'idle');
    expect(shown(idle)).toEqual(['user hi (done)', 'assistant one two (done)', 'user x (unsent)']);
  });

  it('is taken → what the one before said there after that is shown in the end', async () => {
    await there().now({ turn: 0 });
    await opened();
    server().next(open(numbered(begun(), token('one'))));
    await store().send('hi');
    await until(({ status }) => status === 'streaming');
    there().stored(1, 'hi', { content: 'one two', preempted: true });
    there().stored(2, 'more', { content: 'b' }, OTHER_RUN);
    await there().now({ turn: 2 });
    server().on(CHAT, whole(numbered(begun(OTHER_RUN, 2), token('b'), end('b')), OTHER_RUN));
    await store().send('more');
    const state = await until(({ messages }) => messages[1]?.content === 'one two');
    expect(shown(state)).toEqual(['user hi (done)', 'assistant one two (preempted)', 'user more (done)', 'assistant b (done)']);
  });

  it('one before that never arrived → unsent, kept by a restore, and sent again by retry', async () => {
    await there().now({ turn: 0 });
    await opened();
    server().next(problem(503, 'draining', {}, { 'retry-after': '1' }));
    const first = store().send('much text');
    await until(({ connection }) => connection === 'reconnecting');
    server().on(CHAT, whole(answer('b')));
    await expect(store().send('more')).resolves.toBe(true);
    await expect(first).resolves.toBe(false);
    there().stored(1, 'more', { content: 'b' });
    await there().now({ turn: 1 });
    await until(({ status }) => status === 'idle');
    await store().restore();
    const state = store().getSnapshot();
    expect([shown(state).at(-1), state.canRetry]).toEqual(['user much text (unsent)', true]);
    server().on(CHAT, whole(numbered(begun(OTHER_RUN, 2), preempted), OTHER_RUN));
    await store().retry();
    const after = await until(({ status, canRetry }) => status === 'idle' && !canRetry);
    expect(shown(after)).toEqual(['user more (done)', 'assistant b (done)', 'user much text (done)']);
  });
});

it('the run is lost through a token that cannot be had, or a refusal → can be retried', async () => {
  await opened();
  server().on(CHAT, whole(answer('a', 'b').slice(0, 2)));
  server().on(STREAM, problem(403, 'forbidden'));
  await store().send('hi');
  expect(await until(({ error }) => error !== null)).toMatchObject({ connection: 'lost', canRetry: true, status: 'idle' });
  there().stored(1, 'hi', {});
  await there().now({ active_run_id: RUN });
  server().on(STREAM, rest(answer('a', 'b')));
  await store().retry();
  expect(shown(await until(({ status }) => status === 'idle'))).toEqual(['user hi (done)', 'assistant ab (done)']);
});
