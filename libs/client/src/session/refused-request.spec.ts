import { CHAT, json, problem, rest } from '../test/answers.js';
import type { Answer, RawReply } from '../test/raw-server.js';
import { answer, card, CARD, interrupted, token } from '../test/runs.js';
import { runIdOf, Talk } from '../test/talk.js';
import { eventsOf, useServer } from '../test/use-server.js';

const { server, client } = useServer();

describe('a newer request that is refused → the answer that is running goes on, with what came meanwhile', () => {
  it.each<[string, Answer]>([
    ['400', problem(400, 'validation_failed')],
    ['409', problem(409, 'turn_active')],
    ['413', (reply) => reply.html(413)],
    ['429, for long', problem(429, 'rate_limited', {}, { 'retry-after': '3600' })],
  ])('%s', async (_, refusal) => {
    const talk = new Talk(server());
    const session = client().session('s1');
    const told: unknown[] = [];
    const first = session.chat('one', { onToken: (text) => told.push(text), onCard: (given) => told.push(given) });
    await first.accepted;
    const loop = eventsOf(first);
    server().next((reply, request) => {
      talk.say(1, { ...token(' meanwhile'), seq: 3 });
      return refusal(reply, request);
    });
    await expect(session.chat('two').result).rejects.toMatchObject({ name: 'ProblemError' });
    talk.say(1, { ...card, seq: 4 }, { ...interrupted, seq: 5 });
    await expect(first.result).resolves.toMatchObject({ status: 'interrupted', text: 'first word of 1 meanwhile', card: CARD });
    expect(told).toEqual(['first word of 1', ' meanwhile', CARD]);
    expect(await loop).toHaveLength(5);
  });

  it('no token for it', async () => {
    const talk = new Talk(server());
    const tokens = ['t'];
    const getToken = (): string => {
      const [next] = tokens.splice(0);
      if (!next) throw new Error('signed out');
      return next;
    };
    const session = client({ getToken }).session('s1');
    const first = session.chat('one');
    await first.accepted;
    await expect(session.chat('two').result).rejects.toThrow('signed out');
    talk.say(1, { ...answer('a')[2]!, seq: 3 });
    await expect(first.result).resolves.toMatchObject({ status: 'completed' });
  });

  it('it is to follow a run that is not there, or no answer comes at first', async () => {
    const talk = new Talk(server());
    const session = client().session('s1');
    const told: string[] = [];
    const first = session.chat('one', { onToken: (text) => told.push(text) });
    await first.accepted;
    server().next((reply) => reply.reset(), problem(410, 'run_expired'));
    server().on(/messages/, json({ items: [], next_cursor: null }));
    const connections: string[] = [];
    const second = session.follow({ runId: runIdOf(2), onConnection: (connection) => connections.push(connection) });
    expect(second.runId).toBe(runIdOf(2));
    await expect(second.result).rejects.toMatchObject({ code: 'run_expired' });
    await expect(second.accepted).resolves.toBeUndefined();
    talk.say(1, { ...token(' and more'), seq: 3 }, { ...interrupted, seq: 4 });
    await first.result;
    expect(told).toEqual(['first word of 1', ' and more']);
    expect(connections).toEqual(['connecting']);
  });

  it('it was being thought about while the answer spoke → nothing of that is delivered once it is taken', async () => {
    const talk = new Talk(server());
    const session = client().session('s1');
    const told: string[] = [];
    const spoken = Promise.withResolvers<void>();
    const first = session.chat('one', { onToken: (text) => (told.push(text), spoken.resolve()) });
    await spoken.promise;
    const second = session.chat('two');
    talk.say(1, { ...token(' late'), seq: 3 });
    await second.accepted;
    await expect(first.result).resolves.toMatchObject({ status: 'superseded', accepted: true });
    expect(told).toEqual(['first word of 1']);
    expect(first.text).toBe('first word of 1');
    session.close();
  });

  it('two newer ones, only the second of which is refused → nobody hears the first any more', async () => {
    const talk = new Talk(server());
    const session = client().session('s1');
    const first = session.chat('one');
    await first.accepted;
    const second = session.chat('two');
    const third = session.chat('three');
    await server().nth(2, CHAT);
    server().next(problem(400, 'validation_failed'));
    await expect(third.result).rejects.toMatchObject({ code: 'validation_failed' });
    await expect(first.result).resolves.toMatchObject({ status: 'superseded' });
    talk.say(2, { ...answer('a')[2]!, seq: 3 });
    await expect(second.result).resolves.toMatchObject({ status: 'completed', runId: runIdOf(2) });
  });

  it('it fails for good meanwhile → told so, after the refusal', async () => {
    const talk = new Talk(server());
    const session = client().session('s1');
    const told: unknown[] = [];
    const spoken = Promise.withResolvers<void>();
    const first = session.chat('one', {
      onToken: () => spoken.resolve(),
      onError: (error) => told.push(['one', error.message]),
    });
    await spoken.promise;
    const refused = Promise.withResolvers<RawReply>();
    server().next((reply) => refused.resolve(reply));
    const ended = Promise.withResolvers<void>();
    server().on(/stream/, (reply) => {
      problem(403, 'forbidden')(reply, server().requests[0]!);
      ended.resolve();
    });
    const second = session.chat('two', { onError: (error) => told.push(['two', error.message]) });
    const reply = await refused.promise;
    talk.replies[0]?.reset();
    await ended.promise;
    server().on(/pending_card/, json({ has_pending_card: false, card: null }));
    await session.pendingCard();
    await session.pendingCard();
    expect(told).toEqual([]);
    problem(400, 'validation_failed')(reply, server().requests[0]!);
    await expect(second.result).rejects.toMatchObject({ code: 'validation_failed' });
    await expect(first.result).rejects.toMatchObject({ code: 'forbidden' });
    expect(told).toHaveLength(2);
  });

  it('its connection breaks meanwhile → it is made again', async () => {
    const talk = new Talk(server());
    const session = client().session('s1');
    const first = session.chat('one');
    await first.accepted;
    server().next((reply, request) => {
      talk.replies[0]?.reset();
      return problem(400, 'validation_failed')(reply, request);
    });
    server().on(/stream/, rest(answer('first word of 1'), runIdOf(1)));
    await expect(session.chat('two').result).rejects.toMatchObject({ code: 'validation_failed' });
    await expect(first.result).resolves.toMatchObject({ status: 'completed', text: 'first word of 1' });
  });
});
