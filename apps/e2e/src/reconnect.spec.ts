import type { RunId } from '@parley/contracts';
import { cardOf, namesOf } from '@parley/testing';
import { Redis } from 'ioredis';
import { steps } from './test/asks.js';
import { Gate } from './test/gate.js';
import { problemOf, refusalOf } from './test/refusal.js';
import { BOTH_TRANSPORTS, gatewayOf, newSession, TRANSPORTS, useStack } from './test/use-stack.js';
import { anyText } from './test/matchers.js';

const stack = useStack({ gateways: BOTH_TRANSPORTS, engines: [{ ENGINE_CONCURRENCY: '1' }] });

const TOKENS = Array.from({ length: 8 }, (_, index) => `t${index + 1} `);

describe.each(TRANSPORTS)('coming back to a run over %s', (transport) => {
  const gateway = (which: 0 | 1 = 0) => stack().gateway(gatewayOf(transport, which));

  test('after every event of a finished run, on another gateway → a replay of exactly the rest, and the end of the connection', async () => {
    const session = newSession();
    stack().model.when({}, { tokens: TOKENS });
    const { runId, events } = await gateway().ask(session, 'hi', { agent_id: 'talk' });
    for (let after = 0; after <= events.length; after += 1) {
      const stream = await gateway(1).stream(session, { runId, after });
      await stream.ended();
      expect(stream.replay).toEqual({ run_id: runId, from_seq: after + 1, to_seq: events.length, finished: true });
      expect(stream.events).toEqual(events.slice(after));
    }
  });

  test('after every event of an interrupted run → the rest with the card', async () => {
    const session = newSession();
    const { runId, events } = await gateway().ask(session, 'hi', { agent_id: 'ask' });
    expect(namesOf(events)).toEqual(['run', 'token', 'token', 'card', 'end']);
    for (let after = 0; after < events.length; after += 1) {
      const stream = await gateway(1).stream(session, { runId, after });
      expect((await stream.finished()).events).toEqual(events.slice(after));
    }
  });

  test('cut after every event of a running run, back on another gateway → no hole, no duplicate; the next cut again', async () => {
    const session = newSession();
    const gate = new Gate<string>();
    stack().model.when({}, { tokens: gate });
    let stream = await gateway().chat(session, 'hi', { agent_id: 'talk' });
    const { runId } = stream;
    const seen = [await stream.event(1)];
    for (const [index, token] of TOKENS.entries()) {
      stream.leave();
      stream = await gateway(index % 2 === 0 ? 1 : 0).stream(session, { runId, after: seen.length });
      gate.push(token);
      seen.push(await stream.event(seen.length + 1));
    }
    gate.end();
    const rest = await stream.finished();
    expect([...seen.slice(0, -1), ...rest.events].map(({ seq }) => seq)).toEqual(
      Array.from({ length: 10 }, (_, index) => index + 1),
    );
    const whole = await (await gateway().stream(session, { runId })).finished();
    expect([...seen.slice(0, -1), ...rest.events]).toEqual(whole.events);
    expect(whole.text).toBe(TOKENS.join(''));
  });

  test('cut in the middle of a flood, at any place → what comes after is exactly the rest', async () => {
    const message = steps({ count: 400, bytes: 200 });
    const cuts = [1, 2, 37, 200, 399, 400, 401];
    await Promise.all(
      cuts.map(async (cut) => {
        const session = newSession();
        const stream = await gateway().chat(session, message, { agent_id: 'steps' });
        await stream.event(cut);
        stream.leave();
        const seen = stream.events.slice(0, cut);
        const back = await gateway(1).stream(session, { runId: stream.runId, after: cut });
        const { events } = await back.finished();
        expect([...seen, ...events].map(({ seq }) => seq)).toEqual(Array.from({ length: 402 }, (_, index) => index + 1));
      }),
    );
  });

  test('without Last-Event-ID → from the first event; without a run → the active one, else the latest', async () => {
    const session = newSession();
    const first = await gateway().ask(session, steps('a'), { agent_id: 'steps' });
    const gate = `${session}/pause`;
    stack().effects.hold(gate);
    const active = await gateway().chat(session, steps('b', { wait: 'pause' }, 'c'), { agent_id: 'steps' });
    await active.shown('b');
    const follower = await gateway(1).stream(session);
    await follower.shown('b');
    expect(follower.runId).toBe(active.runId);
    stack().effects.release(gate);
    expect(await follower.finished()).toEqual(await active.finished());
    expect((await (await gateway(1).stream(session)).finished()).runId).toBe(active.runId);
    expect(await (await gateway(1).stream(session, { runId: first.runId })).finished()).toEqual(first);
  });

  test('the run still waits in the queue → the one who comes back sees it from its first event, and it runs once', async () => {
    if (transport === 'ndjson') return; // There is no queue.
    const [busy, session] = [newSession(), newSession()];
    stack().effects.hold(`${busy}/pause`);
    const running = await gateway().chat(busy, steps({ wait: 'pause' }), { agent_id: 'steps' });
    await stack().effects.arrived(`${busy}/pause`);
    const waiting = await gateway().chat(session, steps({ wait: 'once' }, 'a'), { agent_id: 'steps' });
    await waiting.next('run');
    waiting.leave();
    const back = await gateway(1).stream(session, { runId: waiting.runId, after: 1 });
    const another = await gateway(1).stream(session);
    stack().effects.release(`${busy}/pause`);
    await running.finished();
    expect((await back.finished()).text).toBe('a');
    expect((await another.finished()).text).toBe('a');
    expect(stack().effects.count(`${session}/once`)).toBe(1);
  });

  test('three followers, one of which takes nothing for a while → each gets all events at its own pace', async () => {
    const session = newSession();
    stack().effects.hold(`${session}/pause`);
    const message = steps('a', { wait: 'pause' }, { count: 300, bytes: 2000 });
    const first = await gateway().chat(session, message, { agent_id: 'steps' });
    await first.shown('a');
    const second = await gateway(0).stream(session);
    const third = await gateway(1).stream(session);
    third.stall();
    stack().effects.release(`${session}/pause`);
    const whole = await first.finished();
    expect(await second.finished()).toEqual(whole);
    third.takeOn();
    expect(await third.finished()).toEqual(whole);
    expect(whole.events).toHaveLength(303);
  });

  test('all Pub/Sub connections are cut in the middle → every token arrives, in order', async () => {
    const session = newSession();
    const gate = new Gate<string>();
    stack().model.when({}, { tokens: gate });
    const redis = new Redis(stack().redisUrl);
    try {
      const stream = await gateway().chat(session, 'hi', { agent_id: 'talk' });
      for (const [index, token] of TOKENS.entries()) {
        gate.push(token);
        await stream.event(index + 2);
        if (index % 3 === 1) await redis.client('KILL', 'TYPE', 'pubsub');
      }
      gate.end();
      expect((await stream.finished()).text).toBe(TOKENS.join(''));
    } finally {
      await redis.quit();
    }
  });

  test('a place that cannot be → 400; a run that never was → 410; a session that never was → 404; no run yet → 410', async () => {
    const session = newSession();
    const { runId, events } = await gateway().ask(session, steps('a'), { agent_id: 'steps' });
    const other = await gateway().ask(session, steps('b'));
    const never = 'chat-01890a5d-ac96-774b-bcce-b302099a8057' as RunId;
    const refusal = async (query: string, lastEventId?: string, id = session): Promise<string> =>
      refusalOf(
        await gateway(1).send(
          'GET',
          `/sessions/${id}/stream${query}`,
          undefined,
          lastEventId === undefined ? {} : { 'last-event-id': lastEventId },
        ),
      );

    for (const bad of [
      '',
      'x',
      runId,
      `${runId}:`,
      `${runId}:x`,
      `${runId}:-1`,
      `${runId}:1.5`,
      `${runId}:01`,
      ` :1`,
      `x:${runId}:1`,
      `${runId}:99999999999999999999`,
    ]) {
      expect([bad, await refusal('', bad)]).toEqual([bad, '400 validation_failed']);
    }
    expect(await refusal('', `${runId}:${events.length + 1}`)).toBe('400 validation_failed');
    expect(await refusal(`?run_id=${other.runId}`, `${runId}:1`)).toBe('400 validation_failed');
    expect(await refusal('?run_id=nonsense')).toBe('400 validation_failed');
    expect(await refusal(`?run_id=${never}`)).toBe('410 run_expired');
    expect(await refusal('', `${never}:1`)).toBe('410 run_expired');
    expect(await refusal('', undefined, newSession())).toBe('404 session_not_found');
    const empty = newSession();
    await gateway().send('POST', '/sessions', { session_id: empty });
    expect(await refusal('', undefined, empty)).toBe('410 run_expired');
    // The run of another session is none of this one.
    const foreign = await gateway().ask(newSession(), steps('c'), { agent_id: 'steps' });
    expect(await refusal(`?run_id=${foreign.runId}`)).toBe('410 run_expired');
    expect(problemOf(await gateway().send('GET', `/sessions/${session}/stream?run_id=${never}`)).detail).toEqual(anyText);
  });

  test('the card was answered meanwhile → the run that asked still ends with its card', async () => {
    const session = newSession();
    const asked = await gateway().ask(session, 'hi', { agent_id: 'ask' });
    await gateway().answer(session, { 'who.name': 'Ada' });
    const again = await (await gateway(1).stream(session, { runId: asked.runId })).finished();
    expect(cardOf(again)).toEqual(cardOf(asked));
  });
});

test('a run of one transport, come back to on a gateway of the other → the same events', async () => {
  for (const [from, to] of [
    [gatewayOf('handoff'), gatewayOf('ndjson')],
    [gatewayOf('ndjson'), gatewayOf('handoff')],
  ]) {
    const session = newSession();
    stack().effects.hold(`${session}/pause`);
    const stream = await stack()
      .gateway(from)
      .chat(session, steps('a', { wait: 'pause' }, 'b'), { agent_id: 'steps' });
    await stream.shown('a');
    const follower = await stack().gateway(to).stream(session, { runId: stream.runId });
    stack().effects.release(`${session}/pause`);
    expect(await follower.finished()).toEqual(await stream.finished());
  }
});
