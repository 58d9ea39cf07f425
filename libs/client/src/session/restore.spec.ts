import type { Message } from '@parley/contracts';
import { CHAT, json, open, page, problem, rest, STREAM } from '../test/answers.js';
import type { RawReply } from '../test/raw-server.js';
import { answer, CARD } from '../test/runs.js';
import { runIdOf } from '../test/talk.js';
import { eventsOf, numbersOf, useServer } from '../test/use-server.js';

const { server, client } = useServer();

describe('restore', () => {
  const message = (turn: number, role: Message['role'], runId: string): Message => ({
    message_id: `${runId}-${role}`,
    role,
    content: `${role} ${turn}`,
    turn,
    run_id: runId,
    created_at: '2026-01-01T00:00:00.000Z',
  });
  const stored = [message(1, 'user', runIdOf(1)), message(1, 'assistant', runIdOf(1))];
  const SESSION = { session_id: 's1', turn: 1, active_run_id: null, awaiting_card: null };

  function serve(session: object, messages: Message[], pending: object | null = null): void {
    server().on(/^GET \/sessions\/s1$/, json(session));
    server().on(/messages/, page(messages));
    server().on(/pending_card/, json({ has_pending_card: pending !== null, card: pending }));
  }

  it('nothing runs → messages and card', async () => {
    const now = { ...SESSION, awaiting_card: CARD.card_id };
    serve(now, stored, CARD);
    await expect(client().session('s1').restore()).resolves.toEqual({
      session: now,
      messages: stored,
      card: CARD,
      run: null,
    });
  });

  it('an answer is running → followed from its first event; what is stored of it meanwhile is not told twice', async () => {
    const now = { ...SESSION, turn: 2, active_run_id: runIdOf(2) };
    serve(now, [...stored, message(2, 'user', runIdOf(2)), message(2, 'assistant', runIdOf(2))]);
    server().on(STREAM, rest(answer('a', 'b'), runIdOf(2)));
    const told: string[] = [];
    const { messages, run } = await client()
      .session('s1')
      .restore({ onToken: (text) => told.push(text) });
    expect(messages.map(({ content }) => content)).toEqual(['user 1', 'assistant 1', 'user 2']);
    expect(numbersOf(await eventsOf(run!))).toEqual([1, 2, 3, 4]);
    expect(told).toEqual(['a', 'b']);
    expect(server().requests.at(-1)?.path).toBe(`/sessions/s1/stream?run_id=${runIdOf(2)}`);
  });

  it('a turn begins while it is read → read again', async () => {
    serve({ ...SESSION, turn: 2 }, [...stored, message(2, 'user', runIdOf(2))]);
    server().next(json(SESSION));
    const { session } = await client().session('s1').restore();
    expect(session?.turn).toBe(2);
    expect(server().requests.filter(({ path }) => path === '/sessions/s1')).toHaveLength(2);
  });

  it('the user sends while it is read → the run that was going on is not followed, the new one stays current', async () => {
    serve({ ...SESSION, active_run_id: runIdOf(1) }, stored);
    const read = Promise.withResolvers<RawReply>();
    server().on(/pending_card/, (reply) => read.resolve(reply));
    server().on(CHAT, open(answer('x').slice(0, 2)));
    const session = client().session('s1');
    const restored = session.restore();
    const reply = await read.promise;
    const run = session.chat('hi');
    await run.accepted;
    reply.json(200, { has_pending_card: false, card: null });
    expect(await restored).toMatchObject({ run: null });
    expect(server().requests.some(({ path }) => path.includes('/stream'))).toBe(false);
    session.close();
    await expect(run.result).resolves.toMatchObject({ status: 'left' });
  });

  it('closed while it is read → nothing is followed, nothing more is asked', async () => {
    serve({ ...SESSION, active_run_id: runIdOf(1) }, stored);
    const read = Promise.withResolvers<RawReply>();
    server().on(/pending_card/, (reply) => read.resolve(reply));
    const session = client().session('s1');
    const restored = session.restore();
    const reply = await read.promise;
    const before = server().requests.length;
    session.close();
    await expect(restored).rejects.toMatchObject({ name: 'AbortError' });
    server().on(/pending_card/, json({ has_pending_card: false, card: null }));
    reply.json(200, { has_pending_card: true, card: CARD });
    await expect(session.pendingCard()).resolves.toBeNull();
    expect(
      server()
        .requests.slice(before)
        .map(({ path }) => path),
    ).toEqual(['/sessions/s1/pending_card']);
  });

  it('while its run is followed → that one, not another connection', async () => {
    serve({ ...SESSION, turn: 2, active_run_id: runIdOf(2) }, stored);
    server().on(CHAT, open(answer('x').slice(0, 2), runIdOf(2)));
    const session = client().session('s1');
    const run = session.chat('hi');
    await run.accepted;
    expect((await session.restore()).run).toBe(run);
    expect(server().requests.some(({ path }) => path.includes('/stream'))).toBe(false);
    session.close();
    await expect(run.result).resolves.toMatchObject({ status: 'left' });
  });

  it('while a message is on its way → reads when that is taken, and follows no older run', async () => {
    const arrived = Promise.withResolvers<RawReply>();
    server().on(CHAT, (reply) => arrived.resolve(reply));
    const session = client().session('s1');
    const run = session.chat('hi');
    const restored = session.restore();
    const reply = await arrived.promise;
    expect(server().requests).toHaveLength(1);
    serve({ ...SESSION, turn: 2, active_run_id: runIdOf(2) }, stored);
    await reply.stream(runIdOf(2)).write(': keepalive\n\n');
    expect((await restored).run).toBe(run);
    session.close();
  });

  it('the card is answered while it is read → read again', async () => {
    serve({ ...SESSION, awaiting_card: null }, stored);
    server().next(json({ ...SESSION, awaiting_card: CARD.card_id }));
    await expect(client().session('s1').restore()).resolves.toMatchObject({ session: { awaiting_card: null }, card: null });
    expect(server().requests.filter(({ path }) => path === '/sessions/s1')).toHaveLength(2);
  });

  it('a session nobody has heard of → empty; another refusal → throws', async () => {
    server().on(/./, problem(404, 'session_not_found'));
    await expect(client().session('s1').restore()).resolves.toEqual({ session: null, messages: [], card: null, run: null });
    server().on(/./, problem(403, 'forbidden'));
    await expect(client().session('s1').restore()).rejects.toMatchObject({ code: 'forbidden' });
  });
});
