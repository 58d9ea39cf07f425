import { type Client, type ClientEvent, createClient, type Run } from '@parley/client';
import { ConsultationStore, type ConsultationState } from '@parley/client/store';
import { TcpProxy } from '@parley/testing';
import { steps } from './test/asks.js';
import { Gate } from './test/gate.js';
import { ONE_EACH, newSession, TRANSPORTS, useStack } from './test/use-stack.js';

const stack = useStack({ gateways: ONE_EACH, env: { DISCONNECT_GRACE_MS: '20000' } });

const TOKENS = Array.from({ length: 12 }, (_, index) => `t${index + 1} `);

async function eventsOf(run: Run): Promise<ClientEvent[]> {
  const events: ClientEvent[] = [];
  for await (const event of run) events.push(event);
  return events;
}

/** Every event once, in order, to the end. */
function expectWhole(events: readonly ClientEvent[]): void {
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
  expect(events.at(-1)).toMatchObject({ event: 'end' });
}

describe.each(TRANSPORTS)('the client over %s', (transport) => {
  const which = TRANSPORTS.indexOf(transport);
  const clientOf = (port = stack().gateway(which).port): Client =>
    createClient({ baseUrl: `http://127.0.0.1:${port}`, retry: { firstMs: 50, attempts: 40, longestMs: 500 } });

  test('a chat → a card → answers that are refused, then taken → the end; as the server has stored it', async () => {
    const session = clientOf().session(newSession());
    const asked = await session.chat('hi', { agent_id: 'ask' }).result;
    if (asked.status !== 'interrupted') throw new Error(asked.status);
    const { card } = asked;
    expect(await session.pendingCard()).toEqual(card);
    await expect(session.chat('and now?').result).rejects.toMatchObject({ code: 'card_pending', status: 409, card });
    await expect(session.resume({ card_id: card.card_id, answers: {} }).result).rejects.toMatchObject({
      code: 'answers_invalid',
      errors: [{ field_key: 'who.name', code: 'required' }],
    });
    const answers = { 'who.name': 'Ada' };
    const run = session.resume({ card_id: card.card_id, answers });
    expectWhole(await eventsOf(run));
    const result = await run.result;
    expect(result).toMatchObject({ status: 'completed' });
    // A double click joins.
    const again = session.resume({ card_id: card.card_id, answers });
    await expect(again.result).resolves.toEqual(result);
    const messages = await session.messages();
    expect(messages.map(({ role, content }) => [role, content])).toEqual([
      ['user', 'hi'],
      ['assistant', asked.text],
      ['user', ''],
      ['assistant', result.text],
    ]);
    expect(messages[1]?.card).toEqual(card);
    expect(stack().effects.count(`${session.id}/after`)).toBe(1);
  });

  test('the gateway is killed in the middle of an answer, twice → it goes on, each word once', async () => {
    const session = clientOf().session(newSession());
    const gate = new Gate<string>();
    stack().model.when({}, { tokens: gate });
    const told: string[] = [];
    const run = session.chat('hi', { agent_id: 'talk', onToken: (text) => told.push(text) });
    const loop = run[Symbol.asyncIterator]();
    await loop.next();
    for (const [index, token] of TOKENS.entries()) {
      gate.push(token);
      if (index % 4 === 1) await stack().gateways[which]?.kill();
      if (index % 4 === 2) await stack().gateways[which]?.start();
      if (index % 4 !== 1) while (told.length <= index) await loop.next();
    }
    gate.end();
    expectWhole(await eventsOf(run));
    expect(told).toEqual(TOKENS);
    await expect(run.result).resolves.toMatchObject({ status: 'completed', text: TOKENS.join('') });
    expect((await session.messages()).map(({ content }) => content)).toEqual(['hi', TOKENS.join('')]);
  });

  test('the network breaks after every few bytes → each word once, the message is there once', async () => {
    const proxy = await TcpProxy.start({ targetPort: stack().gateway(which).port });
    try {
      const session = clientOf(proxy.port).session(newSession());
      stack().model.when({}, { count: 300, pace_ms: 5 });
      let over = false;
      const run = session.chat('hi', { agent_id: 'talk' });
      const breaking = (async () => {
        for (let n = 0; !over; n++) {
          await new Promise((resolve) => setTimeout(resolve, 20 + ((n * 37) % 90)));
          await proxy.cut();
          await proxy.restore();
        }
      })();
      const events = await eventsOf(run);
      over = true;
      await breaking;
      expectWhole(events);
      expect(run.text).toBe(Array.from({ length: 300 }, (_, index) => `t${index + 1} `).join(''));
      expect((await session.messages()).map(({ role, content }) => [role, content])).toEqual([
        ['user', 'hi'],
        ['assistant', run.text],
      ]);
      expect(stack().model.requests).toHaveLength(1);
    } finally {
      await proxy.stop();
    }
  });

  test('the request is cut off before its answer → sent again, it joins its run', async () => {
    const proxy = await TcpProxy.start({ targetPort: stack().gateway(which).port });
    try {
      const session = clientOf(proxy.port).session(newSession());
      proxy.holdRepliesTo('POST');
      const run = session.chat('hi', { agent_id: 'talk' });
      await proxy.untilHoldingReplies();
      await proxy.cut();
      proxy.release();
      await proxy.restore();
      await expect(run.result).resolves.toMatchObject({ text: 'echo: hi' });
      expect(await session.messages()).toHaveLength(2);
      expect(stack().model.requests).toHaveLength(1);
    } finally {
      await proxy.stop();
    }
  });

  test('three messages at once → all are stored in their order, only the third speaks', async () => {
    const session = clientOf().session(newSession());
    const told: string[] = [];
    stack().model.when({ last_user_includes: 'one' }, { count: 2000, pace_ms: 1 });
    stack().model.when({ last_user_includes: 'two' }, { count: 2000, pace_ms: 1 });
    const onToken = (text: string): unknown => told.push(text);
    const runs = ['one', 'two', 'three'].map((message) => session.chat(message, { agent_id: 'talk', onToken }));
    const results = await Promise.all(runs.map(({ result }) => result));
    expect(results.map(({ status }) => status)).toEqual(['superseded', 'superseded', 'completed']);
    expect(told.join('')).toBe('echo: three');
    const messages = await session.messages();
    expect(messages.filter(({ role }) => role === 'user').map(({ content }) => content)).toEqual(['one', 'two', 'three']);
    expect(messages.at(-1)).toMatchObject({ role: 'assistant', content: 'echo: three', turn: 3 });
  });

  test('stopped → no more words, and stored as the result says', async () => {
    const session = clientOf().session(newSession());
    stack().model.when({}, { count: 5000, pace_ms: 1 });
    const told: string[] = [];
    const run = session.chat('hi', { agent_id: 'talk', onToken: (text) => told.push(text) });
    const loop = run[Symbol.asyncIterator]();
    while (told.length < 5) await loop.next();
    const stopping = session.abort();
    const before = told.length;
    await expect(stopping).resolves.toEqual({ aborted: true, run_id: run.runId });
    const result = await run.result;
    expect(result).toMatchObject({ status: 'preempted', reason: 'aborted' });
    expect(told).toHaveLength(before);
    const { content, preempted } = (await session.messages())[1] ?? {};
    expect([content, preempted]).toEqual([result.text, true]);
  });

  test('a reload in the middle of an answer → messages and the running answer; a reload at a card → the card', async () => {
    const id = newSession();
    const gate = new Gate<string>();
    stack().model.when({ last_user_includes: 'hi' }, { tokens: gate });
    const first = clientOf().session(id).chat('hi', { agent_id: 'talk' });
    gate.push('a');
    for await (const { event } of first) if (event === 'token') break;

    const after = clientOf().session(id);
    const { session, messages, card, run } = await after.restore();
    expect(session).toMatchObject({ active_run_id: first.runId });
    expect([messages.map(({ content }) => content), card, run?.runId]).toEqual([['hi'], null, first.runId]);
    gate.push('b');
    gate.end();
    expectWhole(await eventsOf(run!));
    await expect(run!.result).resolves.toMatchObject({ text: 'ab' });

    const asked = await after.chat('hello', { agent_id: 'ask' }).result;
    const again = await clientOf().session(id).restore();
    expect(again).toMatchObject({ run: null, card: { card_id: asked.status === 'interrupted' && asked.card.card_id } });
    expect(again.messages.map(({ content }) => content)).toEqual(['hi', 'ab', 'hello', asked.text]);
    await expect(clientOf().session(newSession()).restore()).resolves.toMatchObject({ session: null, messages: [] });
  });

  test('a run begun in another tab → followed from its first word', async () => {
    const id = newSession();
    const gate = `${id}/gate`;
    stack().effects.hold(gate);
    const mine = clientOf()
      .session(id)
      .chat(steps('a', { wait: 'gate' }, 'b'), { agent_id: 'steps' });
    await mine.accepted;
    await stack().effects.arrived(gate);
    const theirs = clientOf().session(id).follow();
    const [early] = [eventsOf(theirs)];
    stack().effects.release(gate);
    expectWhole(await early);
    expect(await theirs.result).toEqual(await mine.result);
  });

  test('the state of a page → restoring, idle, waiting, asking, and again', async () => {
    const store = new ConsultationStore(clientOf(), newSession(), { request: { agent_id: 'ask' } });
    const close = store.open();
    const seen: string[] = [];
    const until = (isSo: (state: ConsultationState) => boolean) =>
      new Promise<ConsultationState>((resolve) => {
        const look = (): void => {
          const state = store.getSnapshot();
          // What happens within one frame is not shown.
          if (seen.at(-1) !== state.status && state.status !== 'streaming') seen.push(state.status);
          if (isSo(state)) resolve(state);
        };
        store.subscribe(look);
        look();
      });
    await until(({ status }) => status === 'idle');
    await expect(store.send('hi')).resolves.toBe(true);
    await until(({ status }) => status === 'asking');
    await expect(store.answer({ 'who.name': 'Ada' })).resolves.toBe(true);
    const { messages, card } = await until(({ status }) => status === 'idle');
    expect([card, messages.length]).toEqual([null, 4]);
    expect(seen).toEqual(['restoring', 'idle', 'waiting', 'asking', 'waiting', 'idle']);
    close();
  });

  test('sessions and agents → listed, created, deleted', async () => {
    const client = clientOf();
    const created = await client.sessions.create({ agent_id: 'talk', title: 'a title' });
    await expect(client.sessions.get(created.session_id)).resolves.toEqual(created);
    expect((await client.sessions.list({ limit: 5 })).items[0]).toEqual(created);
    expect((await client.agents()).map(({ agent_id }) => agent_id)).toContain('talk');
    await client.sessions.delete(created.session_id);
    await client.sessions.delete(created.session_id);
    await expect(client.sessions.get(created.session_id)).rejects.toMatchObject({ code: 'session_not_found' });
  });
});
