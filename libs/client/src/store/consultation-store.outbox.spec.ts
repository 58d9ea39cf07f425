import { ABORT, CHAT, json, problem, rest, STREAM, whole } from '../test/answers.js';
import { FakeConsultation } from '../test/fake-consultation.js';
import { MemoryStorage } from '../test/memory-storage.js';
import { type RawReply, RawServer } from '../test/raw-server.js';
import { answer, begun, bytesOf, end, numbered, OTHER_RUN, preempted, RUN, token } from '../test/runs.js';
import { FAST } from '../test/use-server.js';
import { shown, useStore } from '../test/use-store.js';
import { createClient } from '../client.js';
import { ConsultationStore } from './consultation-store.js';

const { server, client, there, store, opened, until, close } = useStore({ feed: false });
let storage: MemoryStorage;
beforeEach(() => {
  storage = new MemoryStorage();
  store().options.storage = storage;
});
afterEach(() => jest.restoreAllMocks());

const keysAt = ({ requests }: RawServer): unknown[] =>
  requests.filter(({ path }) => path.endsWith('/chat')).map(({ headers }) => headers['idempotency-key']);
const keys = (): unknown[] => keysAt(server());

/** A page that died before its server answered: what it kept is all that is left of it. Resolves with the key of the first message. */
async function sentByAPageThatDied(...messages: string[]): Promise<unknown> {
  const itsServer = new RawServer();
  await itsServer.listen();
  new FakeConsultation(itsServer);
  itsServer.on(CHAT, () => undefined);
  const dead = new ConsultationStore(createClient({ baseUrl: itsServer.url, retry: FAST }), 's1', { feed: false, storage });
  dead.open();
  const sent = messages.map((message) => dead.send(message));
  await itsServer.nth(1, CHAT);
  storage.isFrozen = true;
  await itsServer.close();
  await Promise.all(sent);
  storage.isFrozen = false;
  return keysAt(itsServer)[0];
}

const aged = (ms: number): void => void jest.spyOn(Date, 'now').mockReturnValue(Date.now() + ms);

describe('reloaded before the server answered', () => {
  it('the message goes again, as the same request, and is shown once', async () => {
    const key = await sentByAPageThatDied('hi');
    there().stored(1, 'hi', {});
    await there().now({ active_run_id: RUN });
    server().on(CHAT, whole(answer('a', 'b')));
    server().on(STREAM, rest(answer('a', 'b')));
    await opened();
    expect(shown(await until(({ status }) => status === 'idle'))).toEqual(['user hi (done)', 'assistant ab (done)']);
    expect(keys()).toEqual([key]);
    expect(storage.length).toBe(0);
  });

  it('several messages → all go again in their order, as the same requests; only the latest speaks', async () => {
    const key = await sentByAPageThatDied('one', 'two');
    there().stored(1, 'one', { content: 'a', preempted: true });
    there().stored(2, 'two', {}, OTHER_RUN);
    await there().now({ turn: 2, active_run_id: OTHER_RUN });
    const second = numbered(begun(OTHER_RUN, 2), token('b'), end('b'));
    server().on(STREAM, rest(second, OTHER_RUN));
    server().next(whole(numbered(begun(), token('a'), preempted)), whole(second, OTHER_RUN));
    await opened();
    const state = await until(({ status, messages }) => status === 'idle' && messages.length === 4);
    expect(shown(state)).toEqual(['user one (done)', 'assistant a (preempted)', 'user two (done)', 'assistant b (done)']);
    const chats = server().requests.filter(({ path }) => path.endsWith('/chat'));
    expect(chats).toMatchObject([{ body: { message: 'one' } }, { body: { message: 'two' } }]);
    expect([keys()[0], storage.length]).toEqual([key, 0]);
  });

  it('ten minutes later → unsent: its user has to want it', async () => {
    await sentByAPageThatDied('hi');
    aged(600_000);
    const state = await opened();
    expect([shown(state), state.canRetry, keys().length]).toEqual([['user hi (unsent)'], true, 0]);
  });

  it('a day later → forgotten: the server would not know it again', async () => {
    await sentByAPageThatDied('hi');
    aged(23 * 3_600_000);
    expect(shown(await opened())).toEqual([]);
    expect(storage.length).toBe(0);
  });

  it('the server is away → unsent; retry sends it, then shows what there is', async () => {
    const key = await sentByAPageThatDied('hi');
    server().on(CHAT, (reply) => reply.reset());
    await opened();
    const lost = await until(({ connection }) => connection === 'lost');
    expect([shown(lost), lost.connection, lost.canRetry]).toEqual([['user hi (unsent)'], 'lost', true]);
    there().stored(1, 'hi', { content: 'a' });
    await there().now({});
    server().on(CHAT, whole(answer('a')));
    await store().retry();
    expect(shown(await until(({ status }) => status === 'idle'))).toEqual(['user hi (done)', 'assistant a (done)']);
    expect(new Set(keys())).toEqual(new Set([key]));
  });
});

describe('a page that is reloaded later', () => {
  const reloaded = (): Promise<string[]> => {
    close();
    const again = new ConsultationStore(client(), 's1', { feed: false, storage });
    again.open();
    return new Promise((resolve) => {
      again.subscribe(() => again.getSnapshot().status === 'idle' && resolve(shown(again.getSnapshot())));
    });
  };

  it('a message that was refused → unsent, and not sent by itself', async () => {
    await opened();
    server().on(CHAT, problem(409, 'turn_active'));
    await store().send('hi');
    await expect(reloaded()).resolves.toEqual(['user hi (unsent)']);
    expect(keys()).toHaveLength(1);
  });

  it('a message that was stopped before it arrived → the same', async () => {
    await opened();
    server().on(CHAT, problem(503, 'draining', {}, { 'retry-after': '30' }));
    server().on(ABORT, json({ aborted: false }));
    const sent = store().send('hi');
    await until(({ connection }) => connection === 'reconnecting');
    await store().stop();
    await sent;
    const before = keys().length;
    await expect(reloaded()).resolves.toEqual(['user hi (unsent)']);
    expect(keys()).toHaveLength(before);
  });

  it('a message that was discarded → gone', async () => {
    await opened();
    server().on(CHAT, problem(409, 'turn_active'));
    await store().send('hi');
    store().discard(store().getSnapshot().messages[0]!.key);
    await expect(reloaded()).resolves.toEqual([]);
  });
});

it('closed while a message is on its way → it arrives, and is forgotten here', async () => {
  await opened();
  const arrived = Promise.withResolvers<RawReply>();
  server().on(CHAT, (reply) => arrived.resolve(reply));
  const sent = store().send('hi');
  const reply = await arrived.promise;
  close();
  await reply.stream(RUN).write(bytesOf(answer('a').slice(0, 1)));
  await expect(sent).resolves.toBe(true);
  expect(storage.length).toBe(0);
  await reply.left();
});

it('messages of other sessions, and what others keep there → neither shown nor touched', async () => {
  const before = {
    'parley.unsent.s2.k': '{"key":"k","act":{"kind":"chat","message":"m"},"at":9e15}',
    other: 'y',
  };
  for (const [name, text] of Object.entries(before)) storage.setItem(name, text);
  expect(shown(await opened())).toEqual([]);
  expect(storage.entries()).toEqual([
    ['other', 'y'],
    ['parley.unsent.s2.k', before['parley.unsent.s2.k']],
  ]);
});

it('a storage that is full and forbids reading → everything else works', async () => {
  storage.fault = new Error('QuotaExceededError');
  await opened();
  server().on(CHAT, whole(answer('a')));
  await expect(store().send('hi')).resolves.toBe(true);
});
