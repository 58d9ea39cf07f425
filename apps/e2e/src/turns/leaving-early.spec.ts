import { request } from 'node:http';
import { steps } from '../test/asks.js';
import { newSession, useStack } from '../test/use-stack.js';
import { eventually } from './test/eventually.js';
import type { LinkGate } from './test/link-gate.js';
import { isNothing, useRedisView } from './test/redis-view.js';
import { gateToRedis } from './test/services.js';

const stack = useStack({ gateways: [{ DISCONNECT_GRACE_MS: '0' }, {}], engines: [{}] });
const redis = useRedisView(stack);

/** Gateway 0 ⇄ Redis. */
let gate: LinkGate;
beforeAll(async () => {
  gate = await gateToRedis(stack(), 'gateways', 0);
}, 60_000);
afterEach(() => gate.release());
afterAll(() => gate.cut());

/** Says something through gateway 0; the function leaves. */
function say(session: string, body: object): () => void {
  const url = `http://127.0.0.1:${stack().gateway(0).port}/api/v1/consultations/sessions/${session}/chat`;
  const asked = request(url, { method: 'POST', headers: { 'content-type': 'application/json' } });
  asked.on('error', () => undefined);
  asked.end(JSON.stringify(body));
  return () => void asked.destroy();
}

const nothingLeft = () => eventually(() => redis().left(), isNothing, 8000);

test.each(['true', 'false'])(
  'the client leaves before the subscription is acknowledged (stream: %s) → no channel, job, lease or model call is left behind',
  async (stream) => {
    const session = newSession();
    gate.hold('replies', /subscribe/i);
    const leave = say(session, { message: session, agent_id: 'talk', stream: stream === 'true' });
    await gate.untilHolding();
    expect(await redis().jobs()).toEqual([]);
    leave();
    gate.release();
    await eventually(
      () => stack().gateway(1).session(session),
      ({ active_run_id }) => active_run_id === null,
    );
    await nothingLeft();
    expect(
      stack()
        .model.calls({ last_user_includes: session })
        .filter(({ abortedAt, finishedAt }) => !abortedAt && !finishedAt),
    ).toEqual([]);
    expect((await stack().gateway(1).messages(session))[0]).toMatchObject({ role: 'user', content: session });
    expect((await stack().gateway(0).ask(session, steps('on'), { agent_id: 'steps' })).text).toBe('on');
  },
);

test('the acknowledgement does not come in time → 503, no job; what comes next works', async () => {
  const session = newSession();
  gate.hold('replies', /subscribe/i);
  const reply = await stack().gateway(0).send('POST', `/sessions/${session}/chat`, { message: session, agent_id: 'talk' });
  expect(reply.status).toBe(503);
  expect(await redis().jobs()).toEqual([]);
  gate.release();
  await nothingLeft();
  expect(stack().model.calls({ last_user_includes: session })).toEqual([]);
  expect((await stack().gateway(0).ask(session, steps('on'), { agent_id: 'steps' })).text).toBe('on');
});
