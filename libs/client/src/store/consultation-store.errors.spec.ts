import { ABORT, CHAT, json, page, problem, rest, RESUME, STREAM, whole } from '../test/answers.js';
import type { RawReply } from '../test/raw-server.js';
import { answer, begun, bytesOf, CARD, failed, numbered, OTHER_RUN, RUN, token } from '../test/runs.js';
import { shown, useStore } from '../test/use-store.js';

const { server, there, store, opened, until } = useStore({ feed: false });

describe('what goes wrong', () => {
  it('the run fails → the error; retry asks anew', async () => {
    await opened();
    server().next(whole(numbered(begun(), token('a'), failed)), whole(answer('b'), OTHER_RUN));
    await store().send('hi');
    const state = await until(({ error }) => error !== null);
    expect(state).toMatchObject({ status: 'idle', canRetry: true, error: { code: 'model_failed' } });
    expect(shown(state)).toEqual(['user hi (done)', 'assistant a (failed)']);
    await store().retry();
    const after = await until(({ status }) => status === 'idle');
    expect(after).toMatchObject({ error: null, canRetry: false });
    expect(shown(after).slice(2)).toEqual(['user hi (done)', 'assistant b (done)']);
    const [first, second] = server().requests.filter(({ path }) => path.endsWith('/chat'));
    expect(first?.headers['idempotency-key']).not.toBe(second?.headers['idempotency-key']);
  });

  it('a message does not arrive → unsent; retry sends the same request again', async () => {
    await opened();
    server().on(CHAT, (reply) => reply.reset());
    await expect(store().send('hi')).resolves.toBe(false);
    const state = await until(({ error }) => error !== null);
    expect(state).toMatchObject({ status: 'idle', connection: 'lost', canRetry: true, error: { fault: 'unreachable' } });
    expect(shown(state)).toEqual(['user hi (unsent)']);
    server().on(CHAT, whole(answer('a')));
    await store().retry();
    expect(shown(await until(({ status }) => status === 'idle'))).toEqual(['user hi (done)', 'assistant a (done)']);
    expect(store().getSnapshot()).toMatchObject({ connection: 'online', error: null });
    expect(
      new Set(
        server()
          .requests.filter(({ path }) => path.endsWith('/chat'))
          .map(({ headers }) => headers['idempotency-key']),
      ).size,
    ).toBe(1);
  });

  it('a message is refused → unsent, until it is sent again or discarded; the card that is the reason is shown', async () => {
    await opened();
    server().on(CHAT, problem(409, 'card_pending', { card: CARD }));
    await expect(store().send('hi')).resolves.toBe(false);
    const state = await until(({ error }) => error !== null);
    expect(state).toMatchObject({ status: 'asking', card: CARD, canRetry: true, error: { code: 'card_pending' } });
    expect(shown(state)).toEqual(['user hi (unsent)']);
    store().dismissError();
    expect(store().getSnapshot()).toMatchObject({ error: null, canRetry: true });
    store().discard(state.messages[0]!.key);
    expect(store().getSnapshot()).toMatchObject({ messages: [], error: null, canRetry: false });
  });

  it('a message is refused, and said again with another policy → with that, under its key', async () => {
    await opened();
    server().on(CHAT, problem(409, 'card_pending', { card: CARD }));
    await store().send('hi');
    server().on(CHAT, whole(answer('a')));
    await expect(store().send('hi', { on_pending_card: 'supersede' })).resolves.toBe(true);
    const [first, second] = server().requests.filter(({ path }) => path.endsWith('/chat'));
    expect(second?.body).toEqual({ message: 'hi', on_pending_card: 'supersede' });
    expect(second?.headers['idempotency-key']).toBe(first?.headers['idempotency-key']);
  });

  it('answers do not arrive, and are given again → the same request; others → another, and only those are shown', async () => {
    there().card = CARD;
    await there().now({ awaiting_card: CARD.card_id });
    await opened();
    server().on(RESUME, (reply) => reply.reset());
    for (const a of [1, 1, 2]) await expect(store().answer({ a })).resolves.toBe(false);
    const resumes = server().requests.filter(({ path }) => path.endsWith('/resume'));
    expect(new Set(resumes.map(({ headers }) => headers['idempotency-key'])).size).toBe(2);
    expect(store().getSnapshot().messages).toMatchObject([{ state: 'unsent', answers: [{ field_key: 'a', value: 2 }] }]);
  });

  it('the connection breaks in the middle of an answer → reconnecting, then on as before', async () => {
    await opened();
    server().on(CHAT, whole(answer('a', 'b').slice(0, 2)));
    let reply!: RawReply;
    server().on(STREAM, (given) => (reply = given));
    void store().send('hi');
    await server().nth(1, STREAM);
    expect(store().getSnapshot()).toMatchObject({ status: 'streaming', connection: 'reconnecting' });
    reply.stream(RUN).end(bytesOf(answer('a', 'b').slice(2)));
    const after = await until(({ status }) => status === 'idle');
    expect([after.connection, shown(after)]).toEqual(['online', ['user hi (done)', 'assistant ab (done)']]);
  });

  it('the client gives up in the middle → lost; retry comes back to the run', async () => {
    await opened();
    server().on(CHAT, whole(answer('a', 'b').slice(0, 2)));
    server().on(STREAM, (reply) => reply.reset());
    await store().send('hi');
    const lost = await until(({ connection }) => connection === 'lost');
    expect(lost).toMatchObject({ status: 'idle', canRetry: true, error: { fault: 'unreachable' } });
    there().stored(1, 'hi', {});
    await there().now({ active_run_id: RUN });
    const keys = lost.messages.map(({ key }) => key);
    server().on(STREAM, rest(answer('a', 'b')));
    await store().retry();
    const after = await until(({ status }) => status === 'idle');
    expect([after.connection, after.error, shown(after)]).toEqual(['online', null, ['user hi (done)', 'assistant ab (done)']]);
    expect(after.messages[0]?.key).toBe(keys[0]);
  });

  it('the card was answered in another tab → what became of it is fetched', async () => {
    there().card = CARD;
    await there().now({ awaiting_card: CARD.card_id });
    await opened();
    there().card = null;
    there().stored(1, 'hi', { card: CARD });
    there().stored(2, '', { content: 'Thanks' }, OTHER_RUN);
    await there().now({ turn: 2, awaiting_card: null });
    server().on(RESUME, problem(409, 'card_already_answered'));
    await expect(store().answer({ a: 1 })).resolves.toBe(false);
    const state = await until(({ messages }) => messages.length === 4);
    expect(state).toMatchObject({ status: 'idle', card: null, error: { code: 'card_already_answered' } });
  });

  it('a stop is refused → the words go on', async () => {
    await opened();
    let reply!: RawReply;
    server().on(CHAT, (given) => (reply = given).stream(RUN).write(bytesOf(numbered(begun(), token('one')))));
    await store().send('hi');
    await until(({ status }) => status === 'streaming');
    server().on(ABORT, problem(500, 'internal'));
    await store().stop();
    await reply.write(bytesOf([{ ...token(' two'), seq: 3 }]));
    const state = await until(({ messages }) => messages.at(-1)?.content === 'one two');
    expect(state).toMatchObject({ status: 'streaming', error: { code: 'internal' } });
  });

  it('stopped before it arrived → unsent, and can be sent again', async () => {
    await opened();
    server().on(CHAT, problem(503, 'draining', {}, { 'retry-after': '30' }));
    server().on(ABORT, json({ aborted: false }));
    const sent = store().send('hi');
    await until(({ connection }) => connection === 'reconnecting');
    await store().stop();
    await expect(sent).resolves.toBe(false);
    const state = store().getSnapshot();
    expect([shown(state), state.canRetry, state.status]).toEqual([['user hi (unsent)'], true, 'idle']);
  });

  it('a listener throws → the others are told, nothing else ends, and the error comes up', async () => {
    await opened();
    const comesUp = jest.spyOn(globalThis, 'queueMicrotask').mockImplementation(() => undefined);
    try {
      const fault = new Error('a fault of the page');
      const stop = store().subscribe(() => {
        throw fault;
      });
      const told = jest.fn();
      const stopToo = store().subscribe(told);
      server().on(CHAT, whole(answer('a')));
      await expect(store().send('hi')).resolves.toBe(true);
      expect(told).toHaveBeenCalled();
      expect(comesUp.mock.calls[0]?.[0]).toThrow(fault);
      stop();
      stopToo();
    } finally {
      comesUp.mockRestore();
    }
  });

  it('what there is cannot be restored → the error; retry restores', async () => {
    server().on(/messages/, problem(503, 'store_unavailable'));
    await there().now({});
    expect(await opened()).toMatchObject({ status: 'idle', error: { code: 'store_unavailable' }, canRetry: true });
    there().stored(1, 'hi', {});
    server().on(/messages/, page(there().messages));
    await store().retry();
    expect(store().getSnapshot()).toMatchObject({ status: 'idle', error: null, canRetry: false, messages: [{}, {}] });
  });
});
