import { CHAT, open, problem, rest, STREAM, whole } from '../test/answers.js';
import { FakePage } from '../test/fake-page.js';
import { answer, begun, bytesOf, CARD, numbered, OTHER_RUN, RUN, token } from '../test/runs.js';
import type { RawReply } from '../test/raw-server.js';
import { useStore } from '../test/use-store.js';
import type { ConsultationState } from './consultation-state.js';

const FEED = /^GET \/feed/;
const page = new FakePage();
beforeEach(() => page.install());
const { server, there, store, opened, until } = useStore();
afterEach(() => page.remove());

const contents = ({ messages }: ConsultationState): string[] => messages.map(({ content }) => content);
const isIdle = ({ status }: ConsultationState): boolean => status === 'idle';

/** How often the client has fetched how things are. */
const restored = (): number => server().requests.filter(({ path }) => path === '/sessions/s1').length;

it('a message is sent in another tab → it and its answer are shown here', async () => {
  await there().now({ turn: 0 });
  await opened();
  await server().nth(1, FEED);
  there().stored(1, 'from elsewhere', {});
  server().on(STREAM, rest(answer('a', 'b')));
  await there().now({ turn: 1, active_run_id: RUN });
  expect(contents(await until(({ messages }) => messages.at(-1)?.state === 'done' && messages.length === 2))).toEqual([
    'from elsewhere',
    'ab',
  ]);
  expect(store().getSnapshot().session).toMatchObject({ turn: 1 });
});

it('the card is answered in another tab → gone here, too', async () => {
  there().stored(1, 'hi', { card: CARD });
  there().card = CARD;
  await there().now({ awaiting_card: CARD.card_id });
  await opened();
  expect(store().getSnapshot()).toMatchObject({ status: 'asking' });
  await server().nth(1, FEED);
  there().card = null;
  there().stored(2, '', { content: 'Thanks' }, OTHER_RUN);
  await there().now({ turn: 2, awaiting_card: null });
  expect(contents(await until(isIdle))).toEqual(['hi', '', '', 'Thanks']);
});

it('another tab takes the place of the answer here → its message and answer are shown', async () => {
  await there().now({ turn: 0 });
  await opened();
  let reply!: RawReply;
  server().on(CHAT, (given) => (reply = given).stream(RUN).write(bytesOf(numbered(begun(), token('a')))));
  await store().send('hi');
  there().stored(1, 'hi', { content: 'a', preempted: true });
  there().stored(2, 'no, wait', {}, OTHER_RUN);
  await there().now({ turn: 2, active_run_id: OTHER_RUN });
  server().on(STREAM, whole(numbered(begun(OTHER_RUN, 2), token('b'), answer('b')[2]!), OTHER_RUN));
  reply.end(bytesOf([{ event: 'preempted', data: { reason: 'preempted', by_run_id: OTHER_RUN }, seq: 3 }]));
  const state = await until(({ messages, status }) => status === 'idle' && messages.length === 4);
  expect(contents(state)).toEqual(['hi', 'a', 'no, wait', 'b']);
  expect(state.messages[1]).toMatchObject({ state: 'preempted' });
});

it('what the feed tells of our own turns → nothing is fetched for it', async () => {
  await there().now({ turn: 0 });
  await opened();
  server().on(CHAT, whole(answer('a')));
  await there().now({ turn: 1, active_run_id: RUN });
  await store().send('hi');
  await until(isIdle);
  const before = restored();
  await there().now({ turn: 1, active_run_id: RUN });
  await there().now({ turn: 1, active_run_id: null, title: 'seen' });
  await until(({ session }) => session?.title === 'seen');
  expect(restored()).toBe(before);
  expect(contents(store().getSnapshot())).toEqual(['hi', 'a']);
});

it('the session is not there yet → listened to from its first message on', async () => {
  await opened();
  await server().nth(1, FEED);
  server().on(CHAT, open(numbered(begun(), token('a'))));
  await there().now({ turn: 1, active_run_id: RUN });
  await store().send('hi');
  await server().nth(2, FEED);
  while (there().listeners === 0) await new Promise(setImmediate);
});

it('the first answer of a new session is being written → the session is shown as the feed tells it', async () => {
  await opened();
  await server().nth(1, FEED);
  server().on(CHAT, open(numbered(begun(), token('a'))));
  await store().send('hi');
  await there().now({ turn: 1, title: 'hi', active_run_id: RUN });
  expect(await until(({ session }) => session !== null)).toMatchObject({ status: 'streaming', session: { title: 'hi' } });
});

it('the server has no feed → no error', async () => {
  server().on(FEED, problem(404, 'session_not_found'));
  await opened();
  await server().nth(1, FEED);
  await new Promise(setImmediate);
  expect(store().getSnapshot()).toMatchObject({ status: 'idle', error: null });
});

it('the tab is hidden → no feed; shown again → at once, and what happened meanwhile is fetched', async () => {
  await there().now({ turn: 0 });
  await opened();
  while (there().listeners !== 1) await new Promise(setImmediate);
  page.hide();
  while (there().listeners !== 0) await new Promise(setImmediate);
  there().stored(1, 'from elsewhere', { content: 'a' });
  await there().now({ turn: 1 });
  page.show();
  expect(contents(await until(({ messages }) => messages.length === 2))).toEqual(['from elsewhere', 'a']);
});

it('the session is deleted while the tab is hidden → nothing of it is shown once the tab is', async () => {
  there().stored(1, 'hi', { content: 'a' });
  await there().now({});
  await opened();
  while (there().listeners !== 1) await new Promise(setImmediate);
  page.hide();
  while (there().listeners !== 0) await new Promise(setImmediate);
  there().messages = [];
  await there().deleted();
  page.show();
  expect(await until(({ session }) => session === null)).toMatchObject({ status: 'idle', messages: [], card: null, error: null });
});

it('the client has given up, the tab is shown again → restored by itself', async () => {
  await opened();
  server().on(CHAT, whole(answer('a', 'b').slice(0, 2)));
  server().on(STREAM, (reply) => reply.reset());
  await store().send('hi');
  await until(({ connection }) => connection === 'lost');
  there().stored(1, 'hi', { content: 'ab' });
  await there().now({});
  page.online();
  const state = await until(({ connection }) => connection === 'online');
  expect([contents(state), state.error]).toEqual([['hi', 'ab'], null]);
});

it('the client has given up, and the feed hears the server → restored by itself', async () => {
  await there().now({ turn: 0 });
  await opened();
  while (there().listeners !== 1) await new Promise(setImmediate);
  server().on(CHAT, whole(answer('a', 'b').slice(0, 2)));
  server().on(STREAM, (reply) => reply.reset());
  await store().send('hi');
  await until(({ connection }) => connection === 'lost');
  there().stored(1, 'hi', {});
  server().on(STREAM, rest(answer('a', 'b')));
  await there().now({ turn: 1, active_run_id: RUN });
  const state = await until(({ connection, status }) => connection === 'online' && status === 'idle');
  expect([contents(state), state.error]).toEqual([['hi', 'ab'], null]);
});

it('another tab spoke while a message was on its way, which is refused → shown', async () => {
  await there().now({ turn: 0 });
  await opened();
  while (there().listeners !== 1) await new Promise(setImmediate);
  const arrived = Promise.withResolvers<RawReply>();
  server().on(CHAT, (reply) => arrived.resolve(reply));
  const sent = store().send('x');
  const reply = await arrived.promise;
  there().stored(1, 'from elsewhere', { content: 'a' }, OTHER_RUN);
  await there().now({ turn: 1 });
  await fetch(`${server().url}/api/v1/consultations/sessions/s1`);
  reply.json(400, { code: 'validation_failed', status: 400 });
  await expect(sent).resolves.toBe(false);
  const state = await until(({ messages }) => messages.length === 3);
  expect([contents(state), state.error]).toMatchObject([['from elsewhere', 'a', 'x'], { code: 'validation_failed' }]);
});

it('the session is deleted elsewhere → nothing of it is shown any more', async () => {
  there().stored(1, 'hi', { content: 'a' });
  await there().now({});
  await opened();
  while (there().listeners !== 1) await new Promise(setImmediate);
  expect(contents(store().getSnapshot())).toEqual(['hi', 'a']);
  there().messages = [];
  await there().deleted();
  expect(await until(({ session }) => session === null)).toMatchObject({ status: 'idle', messages: [], card: null, error: null });
});
