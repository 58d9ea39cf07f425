import type { Session } from '@parley/contracts';
import { cardOf } from '@parley/testing';
import { steps } from '../test/asks.js';
import { refusalOf } from '../test/refusal.js';
import { newSession, ONE_EACH, TRANSPORTS, useStack } from '../test/use-stack.js';
import { useFeeds } from './test/feed-stream.js';

const stack = useStack({ gateways: [...ONE_EACH, {}], env: { DRAIN_TIMEOUT_MS: '5000' } });
const open = useFeeds();
/** Where the feeds are; the others do what they tell of. */
const elsewhere = () => stack().gateway(2);

/** What a feed told of a session: each state in a word or two. */
const states = (told: Session[]): string[] =>
  told.map(({ turn, active_run_id, awaiting_card }) => `${turn}${active_run_id ? ' runs' : ''}${awaiting_card ? ' asks' : ''}`);

describe.each(TRANSPORTS)('what happens at a gateway with %s, seen in the feed of another', (transport) => {
  const gateway = () => stack().gateway(TRANSPORTS.indexOf(transport));

  /** A turn that has said `a` and goes on to `b` when it is let. */
  async function running(session: string) {
    stack().effects.hold(`${session}/gate`);
    const stream = await gateway().chat(session, steps('a', { wait: 'gate' }, 'b'), { agent_id: 'steps' });
    await stream.shown('a');
    return { stream, go: () => stack().effects.release(`${session}/gate`) };
  }

  test('a session is created, a turn runs and ends → told each, once, as GET /sessions/{id} says', async () => {
    const session = newSession();
    const feed = await open(elsewhere());
    const created = await gateway().send('POST', '/sessions', { session_id: session, title: '借款 🙂', metadata: { a: [1] } });
    expect(await feed.shows(session, { turn: 0 })).toEqual(created.json);
    const { stream, go } = await running(session);
    expect(await feed.shows(session, { turn: 1 })).toEqual(await gateway().session(session));
    expect(feed.sessions.get(session)?.active_run_id).toBe(stream.runId);
    go();
    await stream.finished();
    expect(await feed.shows(session, { active_run_id: null })).toEqual(await gateway().session(session));
    expect(states(feed.told(session))).toEqual(['0', '1 runs', '1']);
  });

  test('a card is shown, answered here, and the turn goes on → it is awaited, and no more', async () => {
    const session = newSession();
    const feeds = [await open(elsewhere()), await open(elsewhere(), '?user_id=anonymous')];
    const card = cardOf(await gateway().ask(session, 'hi', { agent_id: 'ask' }));
    const one = await open(elsewhere(), `?session_id=${session}`);
    for (const feed of [...feeds, one]) await feed.shows(session, { awaiting_card: card.card_id, active_run_id: null });
    await gateway().answer(session, { 'who.name': 'Ada' });
    for (const feed of [...feeds, one]) await feed.shows(session, { awaiting_card: null, active_run_id: null, turn: 2 });
    // One that passes quickly may be left out.
    for (const feed of [...feeds, one])
      expect(['1 runs', '1 asks', '2 runs', '2']).toEqual(expect.arrayContaining(states(feed.told(session))));
  });

  test('a message waits, another pre-empts, an abort → told each', async () => {
    const session = newSession();
    const feed = await open(elsewhere());
    const { stream, go } = await running(session);
    await feed.shows(session, { turn: 1, active_run_id: stream.runId });
    const waiting = await gateway().chat(session, steps({ wait: 'second' }), { agent_id: 'steps', on_active_turn: 'enqueue' });
    await feed.shows(session, { turn: 2, active_run_id: stream.runId });
    stack().effects.hold(`${session}/second`);
    go();
    await feed.shows(session, { turn: 2, active_run_id: waiting.runId });
    stack().effects.hold(`${session}/third`);
    const third = await gateway().chat(session, steps({ wait: 'third' }), { agent_id: 'steps' });
    await feed.shows(session, { turn: 3, active_run_id: third.runId });
    expect((await gateway().abort(session)).aborted).toBe(true);
    await feed.shows(session, { turn: 3, active_run_id: null });
    expect(feed.told(session).map(({ active_run_id }) => active_run_id)).toEqual([
      ...[stream.runId, stream.runId, waiting.runId, third.runId],
      null,
    ]);
  });

  test('a card is cancelled, another superseded → told each', async () => {
    const session = newSession();
    const feed = await open(elsewhere());
    const first = cardOf(await gateway().ask(session, 'hi', { agent_id: 'ask' }));
    await feed.shows(session, { awaiting_card: first.card_id });
    await gateway().answer(session, {}, { action: 'cancel' });
    await feed.shows(session, { turn: 2, awaiting_card: null, active_run_id: null });
    await gateway()
      .ask(session, 'again', { agent_id: 'ask' })
      .catch(() => undefined);
    await gateway().ask(session, 'enough', { agent_id: 'talk', on_pending_card: 'supersede' });
    await feed.shows(session, { turn: 4, awaiting_card: null, active_run_id: null, agent_id: 'talk' });
  });

  test('a session is deleted while a turn runs → gone in both kinds of feed; the feed of it alone ends, and there is none again', async () => {
    const session = newSession();
    const { stream } = await running(session);
    const [all, one] = [await open(elsewhere()), await open(elsewhere(), `?session_id=${session}`)];
    expect((await gateway().send('DELETE', `/sessions/${session}`)).status).toBe(204);
    await Promise.all([all.lacks(session), one.lacks(session)]);
    expect(await one.ended()).toBe('whole');
    expect(one.events.map(({ type }) => type)).toEqual(['session', 'listed', 'deleted']);
    expect((await stream.finished()).terminal.event).toBe('preempted');
    const again = await elsewhere().send('GET', `/feed?session_id=${session}`);
    expect(refusalOf(again)).toBe('404 session_not_found');
    const anew = await gateway().ask(session, 'hi', { agent_id: 'talk' });
    await all.shows(session, { turn: 1, active_run_id: null });
    expect(anew.terminal.event).toBe('end');
  });
});

test('a user is named → told of sessions that name this user, and of no others', async () => {
  const [anns, bobs] = [newSession(), newSession()];
  const feeds = [
    await open(elsewhere(), '?user_id=ann'),
    await open(elsewhere(), '', { 'x-user-id': 'bob:{x}' }),
    await open(elsewhere()),
  ];
  await stack().gateway(0).ask(anns, 'hi', { agent_id: 'talk', user_id: 'ann' });
  await stack().gateway(0).ask(bobs, 'hi', { agent_id: 'talk', user_id: 'bob:{x}' });
  const [ann, bob, all] = feeds;
  await ann?.shows(anns, { active_run_id: null });
  await bob?.shows(bobs, { active_run_id: null });
  for (const session of [anns, bobs]) await all?.shows(session, { active_run_id: null });
  expect([[...(ann?.sessions.keys() ?? [])], [...(bob?.sessions.keys() ?? [])]]).toEqual([[anns], [bobs]]);
});

test('150 sessions that were there before → told all, each once and as the list says, then that these were all', async () => {
  const user = newSession();
  const create = (): Promise<unknown> => stack().gateway(0).send('POST', '/sessions', { user_id: user });
  for (let n = 0; n < 15; n += 1) await Promise.all(Array.from({ length: 10 }, create));
  const feed = await open(elsewhere(), `?user_id=${user}`);
  const first = await elsewhere().sessions(`?user_id=${user}&limit=100`);
  const second = await elsewhere().sessions(`?user_id=${user}&limit=100&cursor=${first.next_cursor}`);
  expect(feed.events.at(-1)).toEqual({ type: 'listed', data: {} });
  expect(feed.events).toHaveLength(151);
  expect([...feed.sessions.values()]).toEqual([...first.items, ...second.items]);
});

test('its gateway leaves → the feed ends whole, at once', async () => {
  const extra = await stack().addGateway({});
  const feed = await open(stack().gateway(extra));
  const leaving = stack().gateways[extra]!.terminate();
  expect(await feed.ended()).toBe('whole');
  expect(await leaving).toEqual({ code: 0, signal: null });
  expect(stack().gateways[extra]!.log).not.toContain('still busy');
});

test('OpenAPI has it', async () => {
  const { json } = await elsewhere().send('GET', '//docs-json');
  const { paths } = json as {
    paths: Record<string, { get: { parameters: { name: string }[]; responses: Record<string, { content: object }> } }>;
  };
  const call = paths['/api/v1/consultations/feed']!.get;
  expect(call.parameters.map(({ name }) => name).sort()).toEqual(['session_id', 'user_id', 'x-user-id']);
  expect(Object.keys(call.responses['200']!.content)).toEqual(['text/event-stream']);
  expect(Object.keys(call.responses)).toEqual(['200', '400', '404', '503']);
});
