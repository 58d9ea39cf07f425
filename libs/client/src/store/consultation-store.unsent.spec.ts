import { ABORT, CHAT, json, problem, whole } from '../test/answers.js';
import { isKeptHeld, keepMessage, nameOf } from '../test/kept-message.js';
import { MemoryStorage } from '../test/memory-storage.js';
import type { Answer, RawReply } from '../test/raw-server.js';
import { answer, begun, CARD, end, numbered, OTHER_RUN } from '../test/runs.js';
import { shown, useStore } from '../test/use-store.js';
import { ConsultationStore } from './consultation-store.js';

const { server, client, there, store, opened, until, close } = useStore({ feed: false });
let storage: MemoryStorage;
beforeEach(() => {
  storage = new MemoryStorage();
  store().options.storage = storage;
});
afterEach(() => jest.restoreAllMocks());

const reset: Answer = (reply) => reply.reset();
const posted = (): unknown[] =>
  server()
    .requests.filter(({ path }) => path.endsWith('/chat'))
    .map(({ body }) => (body as { message: string }).message);

/** Those who come back from the server with whatever else they do have had their turn by then. */
const roundTrips = async (): Promise<void> => {
  for (let n = 0; n < 5; n++) await fetch(`${server().url}/api/v1/consultations/sessions/s1`);
};

/** Resolves with what a page shows that comes after this one. */
const reloaded = (): Promise<string[]> => {
  close();
  const again = new ConsultationStore(client(), 's1', { feed: false, storage });
  again.open();
  return new Promise((resolve) => {
    again.subscribe(() => again.getSnapshot().status === 'idle' && resolve(shown(again.getSnapshot())));
  });
};

describe('does not go by itself', () => {
  it('lost, then overtaken by one that arrived → also not after a reload', async () => {
    await opened();
    server().on(CHAT, reset);
    await store().send('hi');
    server().on(CHAT, whole(answer('a')));
    await store().send('yo');
    await until(({ status }) => status === 'idle');
    there().stored(1, 'yo', { content: 'a' });
    await there().now({});
    const before = posted();
    await expect(reloaded()).resolves.toEqual(['user yo (done)', 'assistant a (done)', 'user hi (unsent)']);
    expect(posted()).toEqual(before);
  });

  it('left by a page before and lost, then overtaken → nor with the next restore', async () => {
    keepMessage(storage, 'hi');
    server().on(CHAT, reset);
    await opened();
    await until(({ connection }) => connection === 'lost');
    await roundTrips();
    server().on(CHAT, whole(answer('a')));
    await store().send('yo');
    await until(({ status }) => status === 'idle');
    there().stored(1, 'yo', { content: 'a' });
    await there().now({});
    const before = posted();
    await store().restore();
    expect(posted()).toEqual(before);
    expect(shown(store().getSnapshot())).toEqual(['user yo (done)', 'assistant a (done)', 'user hi (unsent)']);
  });

  it('left by a page before and lost, while another is on its way → not after that', async () => {
    keepMessage(storage, 'hi');
    server().on(CHAT, reset);
    await opened();
    await until(({ connection }) => connection === 'lost');
    await roundTrips();
    const arrived = Promise.withResolvers<RawReply>();
    server().on(CHAT, (reply) => arrived.resolve(reply));
    const sent = store().send('yo');
    const reply = await arrived.promise;
    const before = posted();
    const restored = store().restore();
    await roundTrips();
    expect(posted()).toEqual(before);
    reply.json(400, { code: 'validation_failed', status: 400 });
    await Promise.all([sent, restored]);
  });

  it('refused, then the connection is lost and there again', async () => {
    await there().now({ turn: 0 });
    await opened();
    server().on(CHAT, problem(409, 'turn_active'));
    await store().send('hi');
    server().next(reset, reset, reset, reset);
    await store().restore();
    expect(store().getSnapshot().connection).toBe('lost');
    await store().restore();
    expect([posted(), store().getSnapshot().connection]).toEqual([['hi'], 'online']);
  });

  it('stopped while it goes again', async () => {
    keepMessage(storage, 'hi');
    server().on(CHAT, problem(503, 'draining', {}, { 'retry-after': '30' }));
    server().on(ABORT, json({ aborted: false }));
    void opened();
    await until(({ connection }) => connection === 'reconnecting');
    await store().stop();
    await until(({ status }) => status === 'idle');
    await store().restore();
    expect([shown(store().getSnapshot()), posted(), isKeptHeld(storage, 'hi')]).toEqual([['user hi (unsent)'], ['hi'], true]);
  });

  it('lost for ten minutes', async () => {
    await opened();
    server().on(CHAT, reset);
    await store().send('hi');
    const before = posted();
    const now = Date.now();
    jest.spyOn(Date, 'now').mockReturnValue(now + 600_000);
    await store().restore();
    expect([posted(), store().getSnapshot().connection]).toEqual([before, 'online']);
  });

  it('kept by a clock that was a day ahead', async () => {
    keepMessage(storage, 'hi', { at: Date.now() + 86_400_000 });
    expect([shown(await opened()), posted()]).toEqual([['user hi (unsent)'], []]);
  });
});

describe('goes again at load', () => {
  it('refused → unsent, and why; what there is is shown', async () => {
    keepMessage(storage, 'hi');
    there().card = CARD;
    await there().now({ awaiting_card: CARD.card_id });
    server().on(CHAT, problem(409, 'card_pending', { card: CARD }));
    await opened();
    await until(({ session, status }) => status === 'asking' && session !== null);
    expect(store().getSnapshot()).toMatchObject({ card: CARD, error: { code: 'card_pending' }, canRetry: true });
    expect(shown(store().getSnapshot())).toEqual(['user hi (unsent)']);
  });

  it('the second of three is refused → that one is unsent; the third speaks', async () => {
    for (const [n, message] of ['one', 'two', 'three'].entries()) keepMessage(storage, message, { at: Date.now() - 10 + n });
    there().stored(1, 'one', { content: 'a', preempted: true });
    there().stored(2, 'three', { content: 'c' }, OTHER_RUN);
    await there().now({ turn: 2 });
    server().next(whole(answer('a')), problem(413, 'payload_too_large'));
    server().on(CHAT, whole(numbered(begun(OTHER_RUN, 2), end('c')), OTHER_RUN));
    await opened();
    const state = await until(({ session, status }) => status === 'idle' && session !== null);
    expect(shown(state)).toEqual([
      'user one (done)',
      'assistant a (preempted)',
      'user three (done)',
      'assistant c (done)',
      'user two (unsent)',
    ]);
    expect(posted()).toEqual(['one', 'two', 'three']);
    expect([storage.length, isKeptHeld(storage, 'two')]).toEqual([1, true]);
  });

  it('discarded or retried meanwhile → it arrives, once', async () => {
    keepMessage(storage, 'hi');
    const arrived = Promise.withResolvers<RawReply>();
    server().on(CHAT, (reply) => arrived.resolve(reply));
    await there().now({ turn: 0 });
    void opened();
    const reply = await arrived.promise;
    store().discard('hi-user');
    const retried = store().retry();
    there().stored(1, 'hi', { content: 'a' });
    await there().now({ turn: 1 });
    whole(answer('a'))(reply, server().requests[0]!);
    await retried;
    expect([shown(store().getSnapshot()), posted(), storage.length]).toEqual([
      ['user hi (done)', 'assistant a (done)'],
      ['hi'],
      0,
    ]);
  });

  it('closed meanwhile → it arrives; nothing is asked after that', async () => {
    keepMessage(storage, 'hi');
    const arrived = Promise.withResolvers<RawReply>();
    server().on(CHAT, (reply) => arrived.resolve(reply));
    void opened();
    const reply = await arrived.promise;
    close();
    await reply.stream(OTHER_RUN).write('');
    await reply.left();
    await new Promise(setImmediate);
    expect([storage.length, server().requests.length]).toEqual([0, 1]);
  });
});

describe('another tab', () => {
  it('sends or discards it → it is not unsent here any more', async () => {
    keepMessage(storage, 'hi', { isHeld: true });
    await there().now({ turn: 0 });
    await opened();
    there().stored(1, 'hi', { content: 'a' });
    await there().now({ turn: 1 });
    storage.removeItem(nameOf('hi'));
    await store().restore();
    expect(shown(store().getSnapshot())).toEqual(['user hi (done)', 'assistant a (done)']);
  });

  it('sends it, and another is taken here → not kept again', async () => {
    keepMessage(storage, 'hi', { isHeld: true });
    await opened();
    storage.removeItem(nameOf('hi'));
    server().on(CHAT, whole(answer('a')));
    await store().send('yo');
    expect(storage.length).toBe(0);
  });
});

it('kept by something else under such a name → thrown away, and no fault', async () => {
  storage.setItem(nameOf('k'), JSON.stringify({ key: 'k', act: { message: 'm' }, at: Date.now() }));
  expect([shown(await opened()), storage.length]).toEqual([[], 0]);
});
