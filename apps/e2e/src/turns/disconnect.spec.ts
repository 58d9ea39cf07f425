import type { ChatRequest } from '@parley/contracts';
import type { RunStream } from '@parley/testing';
import { request } from 'node:http';
import { steps } from '../test/asks.js';
import { BOTH_TRANSPORTS, gatewayOf, newSession, TRANSPORTS, useStack } from '../test/use-stack.js';
import { eventually } from './test/eventually.js';
import { restartWith } from './test/services.js';

const GRACE_MS = 1200;
/** Two periods of the viewers' lease (a third of the grace each), the grace, the engine's next look; and a busy machine. */
const CANCELLED_WITHIN_MS = 3 * GRACE_MS + 2000;

const stack = useStack({
  gateways: BOTH_TRANSPORTS,
  engines: [{}, {}],
  env: { DISCONNECT_GRACE_MS: String(GRACE_MS) },
});

// They wait most of their time, each for a session of its own: at once.
describe.each(TRANSPORTS)('the client leaves (%s)', (transport) => {
  const gateway = (which: 0 | 1 = 0) => stack().gateway(gatewayOf(transport, which));

  /** A turn that has said `a` and goes on to `b` when it is let. */
  async function running(extras: Partial<ChatRequest> = {}) {
    const session = newSession();
    stack().effects.hold(`${session}/gate`);
    const stream = await gateway().chat(session, steps('a', { wait: 'gate' }, 'b'), { agent_id: 'steps', ...extras });
    await stream.shown('a');
    return { session, stream, go: () => stack().effects.release(`${session}/gate`) };
  }

  /** Without being a viewer of it. */
  const untilOver = (session: string) =>
    eventually(
      () => gateway(1).session(session),
      ({ active_run_id }) => active_run_id === null,
      CANCELLED_WITHIN_MS,
    );

  const replayed = async (session: string, { runId }: RunStream) => (await gateway(1).stream(session, { runId })).finished();

  test.concurrent.each([
    ['closes the connection', (stream: RunStream) => stream.leave()],
    ['resets the connection', (stream: RunStream) => stream.reset()],
  ])('%s and does not come back → after the grace the run ends as disconnected, and the session goes on', async (_how, leave) => {
    const { session, stream } = await running();
    const left = performance.now();
    leave(stream);
    await untilOver(session);
    expect(performance.now() - left).toBeGreaterThan(GRACE_MS - 100);
    expect(await replayed(session, stream)).toMatchObject({
      text: 'a',
      terminal: { event: 'preempted', data: { reason: 'disconnected' } },
    });
    expect((await gateway().messages(session)).at(-1)).toMatchObject({ content: 'a', preempted: true });
    expect((await gateway().ask(session, 'more', { agent_id: 'talk' })).text).toBe('echo: more');
  });

  test.concurrent('the model hangs → its connection is cut when the run is cancelled', async () => {
    const session = newSession();
    stack().model.when({ last_user_includes: session }, { hang: true });
    const stream = await gateway().chat(session, session, { agent_id: 'talk' });
    const call = await stack().model.nthCall(1, { last_user_includes: session });
    stream.leave();
    await untilOver(session);
    const over = Date.now();
    await call.ended;
    expect((call.abortedAt ?? Infinity) - over).toBeLessThan(500);
  });

  test.concurrent('on_disconnect continue → the run goes on to its end', async () => {
    const { session, stream, go } = await running({ on_disconnect: 'continue' });
    const other = await running();
    stream.leave();
    other.stream.leave();
    // By when the other one is cancelled, this one would have been, too.
    await untilOver(other.session);
    expect((await gateway(1).session(session)).active_run_id).toBe(stream.runId);
    go();
    await untilOver(session);
    expect(await replayed(session, stream)).toMatchObject({ text: 'ab', terminal: { event: 'end' } });
  });

  test.concurrent(
    'comes back through the other gateway within the grace, and stays for longer than it → the run goes on',
    async () => {
      const { session, stream, go } = await running();
      const other = await running();
      stream.leave();
      const back = await gateway(1).stream(session, { runId: stream.runId, after: stream.events.length });
      other.stream.leave();
      await untilOver(other.session);
      go();
      expect((await back.finished()).terminal).toMatchObject({ event: 'end', data: { output: 'ab' } });
    },
  );

  test.concurrent('one of two viewers leaves → the run goes on', async () => {
    const { session, stream, go } = await running();
    const second = await gateway(1).stream(session, { runId: stream.runId });
    await second.shown('a');
    const other = await running();
    stream.leave();
    other.stream.leave();
    await untilOver(other.session);
    go();
    expect((await second.finished()).text).toBe('ab');
  });

  test.concurrent('waits for a document and leaves → after the grace the run ends as disconnected', async () => {
    const session = newSession();
    stack().effects.hold(`${session}/gate`);
    const url = `http://127.0.0.1:${gateway().port}/api/v1/consultations/sessions/${session}/chat`;
    const asked = request(url, { method: 'POST', headers: { 'content-type': 'application/json' } });
    asked.on('error', () => undefined);
    asked.end(JSON.stringify({ message: steps('a', { wait: 'gate' }), agent_id: 'steps', stream: false }));
    await stack().effects.arrived(`${session}/gate`);
    asked.destroy();
    await untilOver(session);
    expect((await (await gateway(1).stream(session)).finished()).terminal).toMatchObject({
      event: 'preempted',
      data: { reason: 'disconnected' },
    });
  });

  test('its gateway is killed → nobody comes back: cancelled after the grace; somebody does: the run goes on', async () => {
    const [lost, kept] = await Promise.all([running(), running()]);
    const process = stack().gateways[gatewayOf(transport, 0)]!;
    await process.kill();
    await Promise.all([lost.stream.ended(), kept.stream.ended()]);
    const back = await gateway(1).stream(kept.session, { runId: kept.stream.runId, after: kept.stream.events.length });
    await untilOver(lost.session);
    expect((await replayed(lost.session, lost.stream)).terminal).toMatchObject({
      event: 'preempted',
      data: { reason: 'disconnected' },
    });
    kept.go();
    expect((await back.finished()).terminal).toMatchObject({ event: 'end', data: { output: 'ab' } });
    await process.start();
  });
});

test('a grace of 0: the last viewer leaves → the run is cancelled at once', async () => {
  await restartWith(stack(), 'gateways', 0, { DISCONNECT_GRACE_MS: '0' });
  const session = newSession();
  stack().effects.hold(`${session}/gate`);
  const stream = await stack()
    .gateway(0)
    .chat(session, steps('a', { wait: 'gate' }), { agent_id: 'steps' });
  await stream.shown('a');
  const second = await stack().gateway(0).stream(session);
  await second.shown('a');
  stream.leave();
  second.leave();
  const left = performance.now();
  await eventually(
    () => stack().gateway(1).session(session),
    ({ active_run_id }) => active_run_id === null,
  );
  // The engine looks once a second.
  expect(performance.now() - left).toBeLessThan(2000);
});
