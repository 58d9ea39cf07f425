import { cardOf, firstOf } from '@parley/testing';
import { steps } from './test/asks.js';
import { Gate } from './test/gate.js';
import { BOTH_TRANSPORTS, gatewayOf, newSession, TRANSPORTS, useStack } from './test/use-stack.js';

const stack = useStack({ gateways: BOTH_TRANSPORTS, engines: [{ ENGINE_CONCURRENCY: '2' }] });

describe.each(TRANSPORTS)('stopping a turn over %s', (transport) => {
  const gateway = (which: 0 | 1 = 0) => stack().gateway(gatewayOf(transport, which));

  /** A turn that has said `a` and waits; `go` lets it say `b`. */
  async function running(session: string, wait = 'wait') {
    stack().effects.hold(`${session}/gate`);
    const stream = await gateway().chat(session, steps('a', { [wait]: 'gate' }, 'b'), { agent_id: 'steps' });
    await stream.shown('a');
    await stack().effects.arrived(`${session}/gate`);
    return { stream, go: () => stack().effects.release(`${session}/gate`) };
  }

  test('a new message on another gateway → the old run ends as preempted with what was shown, the new one is answered', async () => {
    const session = newSession();
    const { stream } = await running(session);
    const next = await gateway(1).ask(session, 'next', { agent_id: 'talk' });
    expect(next.text).toBe('echo: next');
    const old = await stream.finished();
    expect(old.terminal).toMatchObject({ event: 'preempted', data: { reason: 'preempted', by_run_id: next.runId } });
    expect(
      (await gateway().messages(session)).map(({ turn, role, content, preempted }) => [turn, role, content, preempted]),
    ).toEqual([
      [1, 'user', steps('a', { wait: 'gate' }, 'b'), undefined],
      [1, 'assistant', 'a', true],
      [2, 'user', 'next', undefined],
      [2, 'assistant', 'echo: next', undefined],
    ]);
  });

  test('the pre-empted skill does not heed it and speaks on → nobody hears it, not even later', async () => {
    const session = newSession();
    const { stream, go } = await running(session, 'deaf');
    await gateway(1).ask(session, 'next', { agent_id: 'talk' });
    const old = await stream.finished();
    const before = await gateway().messages(session);
    go();
    await stack().effects.arrived(`${session}/refused`);
    expect(await gateway().messages(session)).toEqual(before);
    expect((await (await gateway(1).stream(session, { runId: old.runId })).finished()).events).toEqual(old.events);
    expect((await gateway().ask(session, 'more', { agent_id: 'talk' })).text).toBe('echo: more');
  });

  test('a turn that a model answers is pre-empted → the model is let go', async () => {
    const session = newSession();
    const gate = new Gate<string>();
    stack().model.when({ last_user_includes: 'first' }, { tokens: gate });
    const stream = await gateway().chat(session, 'first', { agent_id: 'talk' });
    gate.push('a');
    await stream.shown('a');
    await gateway(1).ask(session, 'second', { agent_id: 'talk' });
    const [call] = stack().model.calls({ last_user_includes: 'first' });
    gate.end();
    await call?.ended;
    expect((await stream.finished()).terminal.event).toBe('preempted');
    // The next turn knows that it was cut short.
    expect(
      stack()
        .model.requests.at(-1)
        ?.view.messages.some(({ role, content }) => role === 'assistant' && content.startsWith('a')),
    ).toBe(true);
  });

  test('five messages, each pre-empting the one before → all but the last end as preempted, in order', async () => {
    const session = newSession();
    stack().effects.hold(`${session}/gate`);
    const streams = [];
    for (let n = 0; n < 5; n += 1) {
      const stream = await gateway(n % 2 === 0 ? 0 : 1).chat(session, steps(`${n}`, { wait: 'gate' }), { agent_id: 'steps' });
      await stream.shown(`${n}`);
      streams.push(stream);
    }
    stack().effects.release(`${session}/gate`);
    const runs = await Promise.all(streams.map((stream) => stream.finished()));
    expect(runs.map(({ terminal }) => terminal.event)).toEqual(['preempted', 'preempted', 'preempted', 'preempted', 'end']);
    for (const [n, run] of runs.slice(0, -1).entries()) {
      expect(firstOf(run.events, 'preempted')?.data.by_run_id).toBe(runs[n + 1]?.runId);
    }
    expect((await gateway().session(session)).turn).toBe(5);
  });

  test('abort on another gateway → true exactly once; the run ends as aborted; the session goes on', async () => {
    const session = newSession();
    const { stream } = await running(session);
    const answers = await Promise.all([
      gateway(1).abort(session),
      gateway(0).abort(session),
      gateway(1).abort(session, stream.runId),
    ]);
    expect(answers.filter(({ aborted }) => aborted)).toEqual([{ aborted: true, run_id: stream.runId }]);
    const run = await stream.finished();
    expect(run.terminal).toMatchObject({ event: 'preempted', data: { reason: 'aborted' } });
    expect((await gateway().messages(session)).at(-1)).toMatchObject({ role: 'assistant', content: 'a', preempted: true });
    expect(await gateway().abort(session)).toEqual({ aborted: false });
    expect((await gateway().ask(session, 'more', { agent_id: 'talk' })).text).toBe('echo: more');
  });

  test('abort of another run → nothing happens to the one that runs', async () => {
    const session = newSession();
    const old = await gateway().ask(session, 'hi', { agent_id: 'talk' });
    const { stream, go } = await running(session);
    expect(await gateway(1).abort(session, old.runId)).toEqual({ aborted: false });
    go();
    expect((await stream.finished()).text).toBe('ab');
  });

  test('abort at a pending card → nothing is active, the card stays', async () => {
    const session = newSession();
    const card = cardOf(await gateway().ask(session, 'hi', { agent_id: 'ask' }));
    expect(await gateway(1).abort(session)).toEqual({ aborted: false });
    expect(await gateway().pendingCard(session)).toEqual({ has_pending_card: true, card });
    expect((await gateway().answer(session, { 'who.name': 'Ada' })).terminal.event).toBe('end');
  });

  test('stream: false and the turn is aborted → status preempted with what was shown', async () => {
    const session = newSession();
    stack().effects.hold(`${session}/gate`);
    const answer = gateway().chatJson(session, steps('a', { wait: 'gate' }), { agent_id: 'steps' });
    await stack().effects.arrived(`${session}/gate`);
    expect(await gateway(1).abort(session)).toMatchObject({ aborted: true });
    expect(await answer).toMatchObject({ status: 'preempted', output: 'a', result: { role: 'assistant', content: 'a' } });
  });

  test('the session is deleted while its turn runs → the turn ends as aborted, the session is gone and stays gone', async () => {
    const session = newSession();
    const { stream, go } = await running(session, 'deaf');
    expect((await gateway(1).send('DELETE', `/sessions/${session}`)).status).toBe(204);
    expect((await stream.finished()).terminal).toMatchObject({ event: 'preempted', data: { reason: 'aborted' } });
    go();
    await stack().effects.arrived(`${session}/refused`);
    expect((await gateway().send('GET', `/sessions/${session}`)).status).toBe(404);
    expect((await gateway().send('GET', `/sessions/${session}/messages`)).status).toBe(404);
  });
});

test('abort of a run that waits in the queue → it never starts', async () => {
  const busy = [newSession(), newSession()];
  for (const session of busy) {
    stack().effects.hold(`${session}/gate`);
    await stack()
      .gateway(0)
      .chat(session, steps({ wait: 'gate' }), { agent_id: 'steps' });
    await stack().effects.arrived(`${session}/gate`);
  }
  const [session, later] = [newSession(), newSession()];
  const waiting = await stack()
    .gateway(0)
    .chat(session, steps({ wait: 'never' }), { agent_id: 'steps' });
  await waiting.next('run');
  const behind = await stack().gateway(1).chat(later, steps('behind'), { agent_id: 'steps' });
  expect(await stack().gateway(1).abort(session)).toEqual({ aborted: true, run_id: waiting.runId });
  expect((await waiting.finished()).terminal).toMatchObject({ event: 'preempted', data: { reason: 'aborted' } });
  for (const one of busy) stack().effects.release(`${one}/gate`);
  // The queue is in order: whoever came later has been worked off by now.
  expect((await behind.finished()).text).toBe('behind');
  expect(stack().effects.count(`${session}/never`)).toBe(0);
});
