import { freePort } from '@parley/testing';
import { steps } from './test/asks.js';
import { liveMemory } from './test/live-memory.js';
import { newSession, TRANSPORTS, useStack } from './test/use-stack.js';

const MB = 1024 * 1024;
/** More than the system's buffers on both sides of a connection take. */
const FLOOD = { count: 2000, bytes: 4096 };
const CLIENTS = 3;
const LITTLE = 4 * MB;

const inspectPorts: number[] = [];
const stack = useStack(async () => {
  for (const _transport of TRANSPORTS) inspectPorts.push(await freePort());
  const inspected = TRANSPORTS.map((ENGINE_TRANSPORT, index) => ({
    ENGINE_TRANSPORT,
    NODE_OPTIONS: `--inspect=127.0.0.1:${inspectPorts[index]}`,
  }));
  return { gateways: [...inspected, { STALLED_READER_MS: '300' }] };
});

test.each(TRANSPORTS.map((transport, index) => ({ transport, index })))(
  'three clients take nothing while 8 MB are said to each ($transport) → their gateway keeps little of it; then each gets everything, once, in order',
  async ({ index }) => {
    const gateway = stack().gateway(index);
    const memory = () => liveMemory(inspectPorts[index] ?? 0);
    const stalled = async () => {
      const session = newSession();
      // It stalls before the flood: the system gives more room to a connection that is read fast.
      stack().effects.hold(`${session}/go`);
      const message = steps('a', { wait: 'go' }, FLOOD, { wait: 'said' });
      const stream = await gateway.chat(session, message, { agent_id: 'steps' });
      await stream.shown('a');
      stream.stall();
      stack().effects.release(`${session}/go`);
      await stack().effects.arrived(`${session}/said`);
      return stream;
    };
    // Warm: what a first flood needs for good is not what is measured.
    await (await gateway.chat(newSession(), steps(FLOOD), { agent_id: 'steps' })).finished();
    const before = await memory();
    const streams = [];
    while (streams.length < CLIENTS) streams.push(await stalled());
    // Others are served meanwhile.
    expect((await gateway.ask(newSession(), 'hi', { agent_id: 'talk' })).text).toBe('echo: hi');
    // What is still on its way passes through; what is kept stays.
    let kept = (await memory()) - before;
    for (let look = 1; look < 20 && kept >= LITTLE; look += 1) kept = (await memory()) - before;
    expect(kept).toBeLessThan(LITTLE);

    for (const stream of streams) {
      stream.takeOn();
      const run = await stream.finished();
      expect(run.events).toHaveLength(FLOOD.count + 3);
      expect(run.text.length).toBe(1 + FLOOD.count * FLOOD.bytes);
    }
  },
  60_000,
);

test('a client takes nothing for longer than STALLED_READER_MS → it is disconnected; the run goes on; it may come back and get the rest', async () => {
  const session = newSession();
  const gateway = stack().gateway(TRANSPORTS.length);
  const stream = await gateway.chat(session, steps('a', FLOOD), { agent_id: 'steps', on_disconnect: 'continue' });
  await stream.shown('a');
  stream.stall();
  // Nobody reads, so only another follower tells when all was said.
  const whole = await (await stack().gateway(0).stream(session)).finished();
  await stream.disconnected();
  stream.takeOn();
  await stream.ended();
  expect(stream.events.length).toBeLessThan(whole.events.length);
  const rest = await (await gateway.stream(session, { runId: stream.runId, after: stream.events.length })).finished();
  expect([...stream.events, ...rest.events]).toEqual(whole.events);
}, 60_000);
