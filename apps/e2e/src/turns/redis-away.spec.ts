import { setTimeout as delay } from 'node:timers/promises';
import type { RunStream } from '@parley/testing';
import { steps } from '../test/asks.js';
import { BOTH_TRANSPORTS, gatewayOf, newSession, TRANSPORTS, useStack } from '../test/use-stack.js';
import { elapsed, eventually } from './test/eventually.js';
import { useRedisView } from './test/redis-view.js';

const TOKENS = 100;
const AWAY_MS = 3000;
const ALL = `a${Array.from({ length: TOKENS }, (_, n) => `${n + 1} `).join('')}`;

const stack = useStack({ gateways: BOTH_TRANSPORTS, engines: [{}, {}], env: { DISCONNECT_GRACE_MS: '1000' } });
const redis = useRedisView(stack);

afterEach(() => stack().startServices(), 60_000);

/** A turn that has said `a` and says a hundred things more when it is let. */
async function running(gateway: number) {
  const session = newSession();
  stack().effects.hold(`${session}/gate`);
  const stream = await stack()
    .gateway(gateway)
    .chat(session, steps('a', { wait: 'gate' }, { count: TOKENS }), { agent_id: 'steps' });
  await stream.shown('a');
  return { session, stream, go: () => stack().effects.release(`${session}/gate`) };
}

describe.each(TRANSPORTS)('over %s', (transport) => {
  test('all Pub/Sub connections are killed, again and again, while the run speaks → every token once and in order', async () => {
    const runs = await Promise.all([0, 1, 0, 1].map((which) => running(gatewayOf(transport, which as 0 | 1))));
    const killing = (async () => {
      for (let n = 0; n < 10; n += 1) await redis().redis.call('CLIENT', 'KILL', 'TYPE', 'pubsub');
    })();
    for (const { go } of runs) go();
    await killing;
    for (const { stream } of runs) expect((await stream.finished()).text).toBe(ALL);
  });

  test(`Redis is away for ${AWAY_MS} ms → open streams go on complete or end with one error; new requests get 503; then all works`, async () => {
    const runs = await Promise.all([0, 1, 0].map((which) => running(gatewayOf(transport, which as 0 | 1))));
    await stack().redis.kill();
    runs[0]?.go();
    const away = delay(AWAY_MS);
    const gateway = stack().gateway(gatewayOf(transport));
    const refused = gateway.send('POST', `/sessions/${newSession()}/chat`, { message: 'lost', agent_id: 'talk' });
    // Two seconds, and a busy machine.
    expect(await elapsed(refused)).toBeLessThan(3000);
    expect((await refused).status).toBe(503);
    await away;
    await stack().redis.start();
    for (const { go } of runs) go();
    const outcomes = await Promise.all(runs.map(({ stream }) => outcomeOf(stream)));
    expect(outcomes).toEqual(outcomes.map(() => 'right'));
    await Promise.all(stack().services.map((service) => service.untilReady()));
    for (const { session } of runs) {
      await eventually(
        () => gateway.session(session),
        ({ active_run_id }) => active_run_id === null,
      );
      expect((await gateway.ask(session, 'again', { agent_id: 'talk' })).text).toBe('echo: again');
    }
    expect(stack().model.calls({ last_user_includes: 'lost' })).toEqual([]);
  }, 60_000);
});

/** `right`: whole, or broken off by one error. */
async function outcomeOf(stream: RunStream): Promise<string> {
  const { terminal, text } = await stream.finished();
  if (terminal.event === 'end' && text === ALL) return 'right';
  if (terminal.event === 'error' && ALL.startsWith(text)) return 'right';
  return JSON.stringify({ terminal, text });
}
