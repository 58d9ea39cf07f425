import { createClient } from '../client.js';
import { CHAT, json, problem, whole } from '../test/answers.js';
import { FakePage } from '../test/fake-page.js';
import { isKeptHeld, keepMessage } from '../test/kept-message.js';
import { MemoryStorage } from '../test/memory-storage.js';
import type { Answer } from '../test/raw-server.js';
import { answer } from '../test/runs.js';
import { FAST } from '../test/use-server.js';
import { shown, useStore } from '../test/use-store.js';
import { ConsultationStore } from './consultation-store.js';

const page = new FakePage();
beforeEach(() => page.install());
const { server, there, store, opened, until } = useStore();
afterEach(() => page.remove());

let storage: MemoryStorage;
let isAway: boolean;
beforeEach(() => {
  storage = new MemoryStorage();
  store().options = { storage };
  isAway = true;
});

const chats = (): number => server().requests.filter(({ path }) => path.endsWith('/chat')).length;
const FEED = /^GET \/feed/;
const reset: Answer = (reply) => reply.reset();
const ARRIVED = ['user hi (done)', 'assistant a (done)'];

/** Everything is answered so while the server is away; then the session is not there before its first message. */
function away(how: Answer): void {
  const absent = problem(404, 'session_not_found');
  const unlessAway =
    (answerOf: () => Answer): Answer =>
    (reply, request) =>
      (isAway ? how : answerOf())(reply, request);
  server().on(
    FEED,
    unlessAway(() => absent),
  );
  server().on(
    /^GET \/sessions\/s1$/,
    unlessAway(() => (there().session ? json(there().session) : absent)),
  );
  server().on(CHAT, async (reply, request) => {
    if (isAway) return how(reply, request);
    there().stored(1, 'hi', { content: 'a' });
    await there().now({});
    return whole(answer('a'))(reply, request);
  });
}

it('a proxy answers for the server that is away → lost, and a message is not held; once it is back it goes', async () => {
  store().options = { storage, feed: false };
  keepMessage(storage, 'hi');
  away((reply) => reply.html(502));
  await opened();
  await until(({ connection, status }) => connection === 'lost' && status === 'idle');
  expect(isKeptHeld(storage, 'hi')).toBe(false);
  isAway = false;
  page.online();
  expect(shown(await until(({ messages }) => messages.length === 2))).toEqual(ARRIVED);
});

it('away at load, with a message that begins its session → it goes once the server is back', async () => {
  keepMessage(storage, 'hi');
  away(reset);
  await opened();
  await until(({ connection }) => connection === 'lost');
  isAway = false;
  expect(shown(await until(({ messages }) => messages.length === 2))).toEqual(ARRIVED);
});

it('the message that begins its session is lost → the same', async () => {
  isAway = false;
  away(reset);
  await opened();
  isAway = true;
  await expect(store().send('hi')).resolves.toBe(false);
  isAway = false;
  expect(shown(await until(({ messages }) => messages.length === 2))).toEqual(ARRIVED);
});

it('a message is lost, then its session is deleted elsewhere → it does not make it anew by itself', async () => {
  await there().now({ turn: 0 });
  await opened();
  while (there().listeners !== 1) await new Promise(setImmediate);
  await store().restore();
  server().on(CHAT, reset);
  await store().send('hi');
  await until(({ connection, status }) => connection === 'lost' && status === 'idle');
  const before = chats();
  await there().deleted();
  const state = await until(({ session }) => session === null);
  expect([shown(state), state.connection, chats()]).toEqual([['user hi (unsent)'], 'online', before]);
});

it('requests fail, but the server is there → sent again once by itself, then it rests', async () => {
  isAway = false;
  away(reset);
  await opened();
  server().on(CHAT, reset);
  await store().send('hi');
  await server().nth(2 * FAST.attempts, CHAT);
  await until(({ connection, status }) => connection === 'lost' && status === 'idle');
  for (let n = 0; n < 20; n++) await fetch(`${server().url}/api/v1/consultations/sessions/s1`);
  expect(chats()).toBe(2 * FAST.attempts);
});

it('no token can be had at load → lost; restored when the page wakes up', async () => {
  there().stored(1, 'hi', { content: 'a' });
  await there().now({});
  let isSignedIn = false;
  const getToken = (): string => {
    if (!isSignedIn) throw new TypeError('Failed to fetch');
    return 't';
  };
  const mine = new ConsultationStore(createClient({ baseUrl: server().url, retry: FAST, getToken }), 's1', { feed: false });
  const changed = (): Promise<void> => new Promise((resolve) => mine.subscribe(resolve));
  const close = mine.open();
  while (mine.getSnapshot().connection !== 'lost') await changed();
  isSignedIn = true;
  page.online();
  while (mine.getSnapshot().messages.length !== 2) await changed();
  expect([shown(mine.getSnapshot()), mine.getSnapshot().error]).toEqual([ARRIVED, null]);
  close();
});
