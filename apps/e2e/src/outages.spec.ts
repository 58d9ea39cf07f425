import type { Problem } from '@parley/contracts';
import { cardOf } from '@parley/testing';
import { steps } from './test/asks.js';
import { refusalOf } from './test/refusal.js';
import { newSession, ONE_EACH, TRANSPORTS, useStack } from './test/use-stack.js';

const stack = useStack({ gateways: ONE_EACH });

const BEARABLE_MS = 5000;

/** Whatever a test took away, or left away where it failed. */
afterEach(() => stack().startServices(), 60_000);

/** Every call of the API that needs what is away, each refused in bearable time. */
async function refusals(index: number, session: string): Promise<string[]> {
  const gateway = stack().gateway(index);
  const calls: [string, string, unknown?][] = [
    ['POST', `/sessions/${session}/chat`, { message: 'x', agent_id: 'talk' }],
    ['POST', `/sessions/${session}/chat`, { message: 'x', agent_id: 'talk', stream: false }],
    ['POST', `/sessions/${session}/resume`, { user_response: { answers: [{ field_key: 'who.name', value: 'Ada' }] } }],
    ['GET', `/sessions/${session}/pending_card`],
    ['POST', `/sessions/${session}/abort`, {}],
    ['GET', `/sessions/${session}/stream`],
    ['GET', `/sessions/${session}/messages`],
  ];
  return Promise.all(
    calls.map(async ([method, path, body]) => {
      const began = performance.now();
      const refusal = refusalOf(await gateway.send(method, path, body));
      expect(performance.now() - began).toBeLessThan(BEARABLE_MS);
      return refusal;
    }),
  );
}

interface Report {
  status: string;
  checks: Record<string, string>;
}

/** What `/readyz` says as soon as it says that something is missing. */
async function unready(index: number): Promise<Report> {
  for (;;) {
    const { status, json } = await stack().gateway(index).send('GET', '//readyz');
    if (status === 503) return json as Report;
  }
}

/** Without a restart of anything, as soon as all that was away is back. */
async function whenReady(index: number): Promise<void> {
  await stack().gateways[index]?.untilReady();
}

test.each(TRANSPORTS.map((transport, index) => ({ transport, index })))(
  'Redis is away ($transport) → 503 in bearable time; back → the next message works with no restart, the card is there, and nothing of the outage runs later',
  async ({ index }) => {
    const gateway = stack().gateway(index);
    const [session, asked] = [newSession(), newSession()];
    await gateway.ask(session, 'hello', { agent_id: 'talk' });
    const card = cardOf(await gateway.ask(asked, 'hi', { agent_id: 'ask' }));
    await stack().redis.kill();
    expect(await refusals(index, session)).toEqual(Array.from({ length: 7 }, () => '503 store_unavailable'));
    expect(await unready(index)).toMatchObject({ status: 'unavailable', checks: { redis: 'not reachable' } });
    await stack().redis.start();
    await Promise.all([...stack().stores, ...stack().engines].map((service) => service.untilReady()));
    await whenReady(index);
    const calls = stack().model.requests.length;
    expect((await gateway.ask(session, 'again', { agent_id: 'talk' })).text).toBe('echo: again');
    expect((await gateway.pendingCard(asked)).card).toEqual(card);
    await gateway.answer(asked, { 'who.name': 'Ada' });
    // The two messages of now, and none of the outage.
    expect(
      stack()
        .model.requests.slice(calls)
        .map(({ view }) => view.lastUser),
    ).toEqual(['again', 'hi']);
    expect((await gateway.messages(session)).map(({ content }) => content)).toEqual([
      'hello',
      'echo: hello',
      'again',
      'echo: again',
    ]);
  },
  60_000,
);

test.each(TRANSPORTS.map((transport, index) => ({ transport, index })))(
  'Redis goes and comes back in the middle of a run ($transport) → all tokens in order, or one error; the next message works',
  async ({ index }) => {
    const gateway = stack().gateway(index);
    const session = newSession();
    stack().effects.hold(`${session}/pause`);
    const stream = await gateway.chat(session, steps('a', { wait: 'pause' }, { count: 100 }), { agent_id: 'steps' });
    await stream.shown('a');
    await stack().redis.kill();
    stack().effects.release(`${session}/pause`);
    await stack().redis.start();
    const run = await stream.finished();
    const all = `a${Array.from({ length: 100 }, (_, n) => `${n + 1} `).join('')}`;
    if (run.terminal.event === 'end') expect(run.text).toBe(all);
    else expect([run.terminal.event, all.startsWith(run.text)]).toEqual(['error', true]);
    await whenReady(index);
    expect((await gateway.ask(session, 'again', { agent_id: 'talk' })).text).toBe('echo: again');
  },
  60_000,
);

test('the session store is away → 503 store_unavailable in bearable time; back → works', async () => {
  const session = newSession();
  await stack().gateway(0).ask(session, 'hello', { agent_id: 'talk' });
  await stack().stores[0]?.kill();
  expect(await refusals(0, session)).toEqual(Array.from({ length: 7 }, () => '503 store_unavailable'));
  expect(await unready(0)).toMatchObject({ status: 'unavailable', checks: { redis: 'ok', engine: 'ok' } });
  await stack().stores[0]?.start();
  await whenReady(0);
  expect((await stack().gateway(0).ask(session, 'again', { agent_id: 'talk' })).text).toBe('echo: again');
}, 60_000);

test('the session store is killed in the middle of a run → the run ends all the same', async () => {
  const session = newSession();
  stack().effects.hold(`${session}/pause`);
  const stream = await stack()
    .gateway(0)
    .chat(session, steps('a', { wait: 'pause' }, 'b'), { agent_id: 'steps' });
  await stream.shown('a');
  await stack().stores[0]?.kill();
  stack().effects.release(`${session}/pause`);
  await stream.shown('b');
  await stack().stores[0]?.start();
  expect((await stream.finished()).text).toBe('ab');
  expect((await stack().gateway(0).messages(session)).map(({ content }) => content).at(-1)).toBe('ab');
}, 60_000);

test('no engine takes calls (ndjson) → 503 engine_unavailable before any byte; the turn does not run later', async () => {
  const gateway = stack().gateway(TRANSPORTS.indexOf('ndjson'));
  const session = newSession();
  await gateway.ask(session, 'hello', { agent_id: 'talk' });
  await stack().engines[0]?.kill();
  const reply = await gateway.send('POST', `/sessions/${session}/chat`, { message: 'lost', agent_id: 'talk' });
  expect(refusalOf(reply)).toBe('503 engine_unavailable');
  expect((reply.json as Problem).retry_after ?? 1).toBeGreaterThan(0);
  expect(await gateway.session(session)).toMatchObject({ active_run_id: null });
  await stack().startServices();
  expect((await gateway.ask(session, 'again', { agent_id: 'talk' })).text).toBe('echo: again');
  expect(stack().model.calls({ last_user_includes: 'lost' })).toHaveLength(0);
}, 60_000);

test('no engine takes jobs (handoff) → the run waits; an engine comes → it runs, once', async () => {
  const gateway = stack().gateway(TRANSPORTS.indexOf('handoff'));
  const session = newSession();
  await stack().engines[0]?.kill();
  const stream = await gateway.chat(session, steps({ wait: 'once' }, 'a'), { agent_id: 'steps' });
  await stream.next('run');
  await stack().startServices();
  expect((await stream.finished()).text).toBe('a');
  expect(stack().effects.count(`${session}/once`)).toBe(1);
}, 60_000);
