import { steps } from '../test/asks.js';
import { ONE_EACH, newSession, useStack } from '../test/use-stack.js';
import { eventually } from './test/eventually.js';
import { type Left, NOTHING_LEFT, useRedisView } from './test/redis-view.js';

const ROUNDS = 40;
const AT_ONCE = 10;

const stack = useStack({
  gateways: [...ONE_EACH, {}],
  engines: [{}, {}],
  env: { DISCONNECT_GRACE_MS: '300', RUN_LOG_TTL_S: '60' },
});
const redis = useRedisView(stack);

const gateway = (n: number) => stack().gateway(n % 3);

/** Every way for a run to end. Each resolves when the client is done with it. */
const ways: ((n: number) => Promise<unknown>)[] = [
  (n) => gateway(n).ask(newSession(), steps('a', { count: 20 }), { agent_id: 'steps' }),
  (n) => gateway(n).chatJson(newSession(), steps('a'), { agent_id: 'steps' }),
  async (n) => {
    const session = newSession();
    await gateway(n).ask(session, 'hi', { agent_id: 'ask' });
    await gateway(n + 1).answer(session, { 'who.name': 'Ada' });
  },
  async (n) => (await gateway(n).chat(newSession(), steps('a', { throw: 'no' }), { agent_id: 'steps' })).finished(),
  async (n) => (await gateway(n).chat(newSession(), 'x', { agent_id: 'hurry' })).finished(),
  async (n) => {
    const session = newSession();
    const stream = await gateway(n).chat(session, steps('a', { deaf: 'held' }), { agent_id: 'steps' });
    await gateway(n + 1).abort(session);
    await stream.finished();
  },
  async (n) => {
    const session = newSession();
    const stream = await gateway(n).chat(session, steps('a', { count: 200 }), { agent_id: 'steps' });
    const next = await gateway(n + 1).chat(session, steps('b'), { agent_id: 'steps' });
    await Promise.all([stream.finished(), next.finished()]);
  },
  async (n) => {
    const session = newSession();
    stack().effects.hold(`${session}/left`);
    const stream = await gateway(n).chat(session, steps('a', { wait: 'left' }), { agent_id: 'steps' });
    await stream.next('run');
    stream.leave();
  },
  async (n) => {
    const session = newSession();
    const stream = await gateway(n).chat(session, steps('a', { count: 50 }), { agent_id: 'steps', on_disconnect: 'continue' });
    stream.reset();
  },
  async (n) => {
    const session = newSession();
    const stream = await gateway(n).chat(session, steps('a', { count: 50 }), { agent_id: 'steps' });
    const behind = await gateway(n + 1).chat(session, steps('b'), { agent_id: 'steps', on_active_turn: 'enqueue' });
    await Promise.all([stream.finished(), behind.finished()]);
    await stack().gateway(0).send('DELETE', `/sessions/${session}`);
  },
];

async function rounds(count: number): Promise<void> {
  for (let first = 0; first < count; first += AT_ONCE) {
    await Promise.all(Array.from({ length: AT_ONCE }, (_, n) => ways[(first + n) % ways.length]!(first + n)));
  }
}

const isNothing = (left: Left) => Object.values(left).every((list: string[]) => list.length === 0);

test(`${ROUNDS * ways.length} runs that end in every way → no channel, job, lease or key without TTL is left, and nobody logs an error of its own`, async () => {
  await rounds(ROUNDS * ways.length);
  const left = await eventually(() => redis().left(), isNothing, 10_000);
  expect(left).toEqual(NOTHING_LEFT);
  expect((await gateway(0).ask(newSession(), steps('on'), { agent_id: 'steps' })).text).toBe('on');
  for (const { log } of stack().services) expect(log).not.toMatch(/MaxListenersExceeded|was not handled/);
}, 90_000);
