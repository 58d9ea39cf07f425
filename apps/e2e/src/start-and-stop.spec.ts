import { Stack } from '@parley/testing';
import { AGENTS_DIR } from './test/agents-dir.js';
import { steps } from './test/asks.js';
import { having } from './test/matchers.js';
import { refusalOf } from './test/refusal.js';
import { newSession, TRANSPORTS } from './test/use-stack.js';

const stacks: Stack[] = [];
afterEach(() => Promise.all(stacks.splice(0).map((stack) => stack.down())));

async function up(options: Parameters<typeof Stack.up>[0]): Promise<Stack> {
  const stack = await Stack.up({ agentsDir: AGENTS_DIR, ...options });
  stacks.push(stack);
  return stack;
}

describe('what it needs is not there yet', () => {
  test('Redis, store and engine are away at the start → waits, unready, and says for what; they come → ready', async () => {
    const stack = await up({});
    await Promise.all([...stack.services, stack.redis].map((process) => process.kill()));
    const [gateway] = stack.gateways;
    gateway?.launch();
    const isAlive = async (): Promise<boolean> =>
      (
        await stack
          .gateway()
          .send('GET', '//healthz')
          .catch(() => undefined)
      )?.status === 200;
    while (!(await isAlive())) await new Promise((resolve) => setTimeout(resolve, 20));
    const { status, json } = await stack.gateway().send('GET', '//readyz');
    expect([status, json]).toEqual([
      503,
      { status: 'unavailable', checks: having({ redis: 'not reachable', engine: 'not reachable' }) },
    ]);
    expect(gateway?.log).toMatch(/waiting for [^"]*redis/);
    await stack.startServices();
    expect((await stack.gateway().ask(newSession(), steps('a'), { agent_id: 'steps' })).text).toBe('a');
  }, 60_000);
});

describe('SIGTERM', () => {
  test.each(['idle', 'with an open stream'])(
    '%s → every service leaves by itself, with 0',
    async (state) => {
      const stack = await up({ gateways: TRANSPORTS.map((ENGINE_TRANSPORT) => ({ ENGINE_TRANSPORT })), demoModel: true });
      const session = newSession();
      let stream;
      if (state !== 'idle') {
        stack.effects.hold(`${session}/pause`);
        stream = await stack.gateway(0).chat(session, steps('a', { wait: 'pause' }, 'b'), { agent_id: 'steps' });
        await stream.shown('a');
      } else await stack.gateway(0).ask(session, steps('a'), { agent_id: 'steps' });

      for (const service of [...stack.gateways, ...stack.engines, ...stack.stores]) {
        const leaving = service.terminate();
        stack.effects.release(`${session}/pause`);
        expect([service.name, await leaving]).toEqual([service.name, { code: 0, signal: null }]);
      }
      if (stream) expect((await stream.finished()).text).toBe('ab');
      expect(await stack.demoModel?.terminate()).toEqual({ code: 0, signal: null });
      for (const { log } of stack.services) expect(log).not.toMatch(/"level":"(error|fatal)"/);
    },
    60_000,
  );

  test('a gateway that leaves → unready at once, new chats get 503 draining or no connection, the open stream is shown to its end', async () => {
    const stack = await up({});
    const session = newSession();
    stack.effects.hold(`${session}/pause`);
    const stream = await stack.gateway().chat(session, steps('a', { wait: 'pause' }, 'b'), { agent_id: 'steps' });
    await stream.shown('a');
    const leaving = stack.gateways[0]?.terminate();
    const ready = async () =>
      stack
        .gateway()
        .send('GET', '//readyz')
        .catch(() => undefined);
    for (let reply = await ready(); reply?.status === 200; reply = await ready());
    expect((await ready())?.json ?? { status: 'draining' }).toMatchObject({ status: 'draining' });
    const refused = await stack
      .gateway()
      .send('POST', `/sessions/${newSession()}/chat`, { message: 'x' })
      .catch(() => undefined);
    if (refused) expect(refusalOf(refused)).toBe('503 draining');
    stack.effects.release(`${session}/pause`);
    expect((await stream.finished()).text).toBe('ab');
    expect(await leaving).toEqual({ code: 0, signal: null });
  }, 60_000);

  test('an engine that leaves with a run in its hands → finishes it', async () => {
    const stack = await up({});
    const session = newSession();
    stack.effects.hold(`${session}/pause`);
    const stream = await stack.gateway().chat(session, steps('a', { wait: 'pause' }, 'b'), { agent_id: 'steps' });
    await stream.shown('a');
    const leaving = stack.engines[0]?.terminate();
    stack.effects.release(`${session}/pause`);
    expect((await stream.finished()).text).toBe('ab');
    expect(await leaving).toEqual({ code: 0, signal: null });
  }, 60_000);
});
