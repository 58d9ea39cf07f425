import type { Stack } from '@parley/testing';
import { steps } from '../../test/asks.js';
import { newSession } from '../../test/use-stack.js';

const AT_ONCE = 10;

/** Every way for a run to end. Each resolves when the client is done with it. */
export function waysToEnd(stack: () => Stack): ((n: number) => Promise<unknown>)[] {
  const gateway = (n: number) => stack().gateway(n % stack().gateways.length);
  return [
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
}

/** So many runs and some, ten at once, each way in turn. */
export async function runEveryWay(stack: () => Stack, count: number): Promise<void> {
  const ways = waysToEnd(stack);
  for (let first = 0; first < count; first += AT_ONCE) {
    await Promise.all(Array.from({ length: AT_ONCE }, (_, n) => ways[(first + n) % ways.length]!(first + n)));
  }
}
