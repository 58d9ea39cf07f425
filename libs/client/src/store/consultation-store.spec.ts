import type { RunEvent } from '@parley/contracts';
import { ABORT, CHAT, open, problem, RESUME, whole } from '../test/answers.js';
import type { RawReply } from '../test/raw-server.js';
import {
  answer,
  begun,
  bytesOf,
  card,
  CARD,
  end,
  interrupted,
  numbered,
  OTHER_RUN,
  preempted,
  RUN,
  token,
} from '../test/runs.js';
import { shown, useStore } from '../test/use-store.js';

const { server, there, store, opened, until } = useStore({ feed: false });

describe('a conversation', () => {
  it('nothing is there → idle; a message → waiting, streaming, idle, with its messages', async () => {
    expect(store().getSnapshot()).toMatchObject({ status: 'restoring', messages: [] });
    expect(await opened()).toMatchObject({ status: 'idle', messages: [], session: null, error: null });
    let reply!: RawReply;
    server().on(CHAT, (given) => (reply = given));
    const sent = store().send('hi', { agent_id: 'talk' });
    expect([store().getSnapshot().status, shown(store().getSnapshot())]).toEqual(['waiting', ['user hi (sending)']]);
    await server().nth(1, CHAT);
    reply.stream(RUN);
    await expect(sent).resolves.toBe(true);
    expect([store().getSnapshot().status, shown(store().getSnapshot())]).toEqual(['waiting', ['user hi (done)']]);
    await reply.write(bytesOf(numbered(begun(), token('hel'))));
    expect(shown(await until(({ status }) => status === 'streaming'))).toEqual(['user hi (done)', 'assistant hel (streaming)']);
    reply.end(bytesOf(answer('hel', 'lo').slice(2)));
    expect(shown(await until(({ status }) => status === 'idle'))).toEqual(['user hi (done)', 'assistant hello (done)']);
    expect(server().requests.at(-1)?.body).toEqual({ message: 'hi', agent_id: 'talk' });
  });

  it('a card → asking; answers that are refused → still asking, with what is wrong; accepted → no card, on it goes', async () => {
    await opened();
    server().on(CHAT, whole(numbered(begun(), token('Who?'), card, interrupted)));
    await store().send('hi');
    const asking = await until(({ status }) => status === 'asking');
    expect(asking.card).toEqual(CARD);
    expect(asking.messages.at(-1)).toMatchObject({ role: 'assistant', content: 'Who?', state: 'done', card: CARD });
    const errors = [{ field_key: 'who.name', code: 'required', message: 'm' }];
    server().next(problem(422, 'answers_invalid', { errors }));
    await expect(store().answer({})).resolves.toBe(false);
    expect(store().getSnapshot()).toMatchObject({
      status: 'asking',
      card: CARD,
      error: { code: 'answers_invalid', errors },
      canRetry: false,
    });
    expect(shown(store().getSnapshot())).toHaveLength(2);
    server().on(RESUME, whole(answer('Thanks'), OTHER_RUN));
    server().on(RESUME, whole(numbered(begun(OTHER_RUN, 2), token('Thanks'), end('Thanks')), OTHER_RUN));
    await expect(store().answer({ 'who.name': 'Ada' })).resolves.toBe(true);
    const after = await until(({ status }) => status === 'idle');
    expect(after).toMatchObject({ card: null, error: null });
    expect(after.messages.slice(2)).toMatchObject([
      { role: 'user', content: '', answers: [{ field_key: 'who.name', value: 'Ada' }], state: 'done' },
      { role: 'assistant', content: 'Thanks', state: 'done' },
    ]);
    const body = { card_id: CARD.card_id, user_response: { answers: [{ field_key: 'who.name', value: 'Ada' }] } };
    expect(server().requests.at(-1)?.body).toEqual(body);
  });

  it('a card is cancelled → told so', async () => {
    there().card = CARD;
    await there().now({ awaiting_card: CARD.card_id });
    await opened();
    server().on(RESUME, whole(answer('Without, then.'), OTHER_RUN));
    await store().cancelCard();
    expect(server().requests.at(-1)?.body).toEqual({ card_id: CARD.card_id, user_response: { action: 'cancel' } });
    expect(await until(({ status }) => status === 'idle')).toMatchObject({ card: null });
  });

  it('thinking and tools → in the message while it grows; a rewind takes them back', async () => {
    await opened();
    const work: RunEvent[] = [
      { event: 'thinking', data: { text: 'hm', node: 'n' } },
      { event: 'tool_call', data: { call_id: 'c', name: 'look', arguments: {}, node: 'n' } },
      { event: 'tool_result', data: { call_id: 'c', name: 'look', result: 7, is_error: false } },
    ];
    const back: RunEvent = { event: 'rewind', data: { to_seq: 3, reason: 'worker_lost' } };
    server().on(CHAT, open(numbered(begun(), ...work)));
    void store().send('hi');
    const { messages } = await until((state) => !!state.messages.at(-1)?.tools?.[0]?.result);
    expect(messages.at(-1)).toMatchObject({
      content: '',
      thinking: 'hm',
      tools: [{ name: 'look', result: { value: 7, isError: false } }],
    });
    server().on(CHAT, whole(numbered(begun(), ...work, back, token('a'), end('a')), OTHER_RUN));
    await store().send('again');
    const last = (await until(({ status }) => status === 'idle')).messages.at(-1);
    expect(last).toMatchObject({ content: 'a', thinking: 'hm', tools: [{ call_id: 'c', name: 'look', arguments: {} }] });
    expect(last?.tools?.[0]).not.toHaveProperty('result');
  });

  it('a remote agent speaks → with the message, also once it is restored', async () => {
    await opened();
    const said = { agent: 'other', text: 'hello', item_id: 'i' };
    server().on(CHAT, whole(numbered(begun(), { event: 'remote_agent_output', data: said }, end(''))));
    await store().send('hi');
    expect((await until(({ status }) => status === 'idle')).messages.at(-1)).toMatchObject({ state: 'done', remote: [said] });
    there().stored(1, 'hi', {});
    await there().now({});
    await store().restore();
    expect(store().getSnapshot().messages.at(-1)).toMatchObject({ created_at: '2026-01-01T00:00:00.000Z', remote: [said] });
  });

  it('the answers are given twice at once → once', async () => {
    there().card = CARD;
    await there().now({ awaiting_card: CARD.card_id });
    await opened();
    server().on(RESUME, whole(numbered(begun(OTHER_RUN, 2), token('Thanks'), end('Thanks')), OTHER_RUN));
    const given = [1, 2].map(() => store().answer({ 'who.name': 'Ada' }));
    await expect(Promise.all(given)).resolves.toEqual([true, true]);
    expect(shown(await until(({ status }) => status === 'idle'))).toEqual(['user  (done)', 'assistant Thanks (done)']);
    expect(server().requests.filter(({ path }) => path.endsWith('/resume'))).toHaveLength(1);
  });

  it('three messages at once → in their order, only the last is answered', async () => {
    await opened();
    server().next(
      whole(numbered(begun(), preempted)),
      whole(numbered(begun(OTHER_RUN), preempted), OTHER_RUN),
      whole(answer('yes')),
    );
    const taken = ['one', 'two', 'three'].map((message) => store().send(message));
    await expect(Promise.all(taken)).resolves.toEqual([true, true, true]);
    const done = ['user one (done)', 'user two (done)', 'user three (done)', 'assistant yes (done)'];
    expect(shown(await until(({ status }) => status === 'idle'))).toEqual(done);
  });

  it('stopped → stopping, no more words until the server says how it ended', async () => {
    await opened();
    let reply!: RawReply;
    server().on(CHAT, (given) => (reply = given).stream(RUN).write(bytesOf(numbered(begun(), token('a')))));
    void store().send('hi');
    await until(({ status }) => status === 'streaming');
    const stopped = Promise.withResolvers<RawReply>();
    server().on(ABORT, (given) => stopped.resolve(given));
    void store().stop();
    expect(store().getSnapshot().status).toBe('stopping');
    await reply.write(bytesOf([{ ...token('b'), seq: 3 }]));
    (await stopped.promise).json(200, { aborted: true });
    reply.end(bytesOf([{ ...preempted, seq: 4 }]));
    expect(shown(await until(({ status }) => status === 'idle'))).toEqual(['user hi (done)', 'assistant ab (preempted)']);
  });
});
