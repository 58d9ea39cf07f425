import type { RunStream } from '@parley/testing';
import { steps } from '../test/asks.js';
import { BOTH_TRANSPORTS, gatewayOf, newSession, type Transport, TRANSPORTS, useStack } from '../test/use-stack.js';
import { FeedStream } from '../feed/test/feed-stream.js';
import { eventually } from './test/eventually.js';
import { useRedisView } from './test/redis-view.js';
import { engineAt } from './test/work.js';

const GRACE_MS = 1200;
const STALL_DETECT_MS = 1500;
/** The viewer's lease and the grace; the time viewers have to come back after an outage; and a busy machine. */
const CANCELLED_WITHIN_MS = 3 * GRACE_MS + 5000 + 3000;

/** Not killed, for handoff. */
const OTHER = gatewayOf('handoff', 1);

const stack = useStack({
  gateways: BOTH_TRANSPORTS,
  env: { DISCONNECT_GRACE_MS: String(GRACE_MS), STALL_DETECT_MS: String(STALL_DETECT_MS) },
});
const redis = useRedisView(stack);

interface Run {
  session: string;
  stream: RunStream;
}

/** A run that has said `a` and stands still. */
async function standing(gateway: number): Promise<Run> {
  const session = newSession();
  stack().effects.hold(`${session}/gate`);
  const stream = await stack()
    .gateway(gateway)
    .chat(session, steps('a', { wait: 'gate' }, 'b'), { agent_id: 'steps' });
  await stream.shown('a');
  return { session, stream };
}

/** As somebody sees it who does not follow it. */
async function expectCancelled({ session, stream: { runId } }: Run, gateway: number): Promise<void> {
  await eventually(
    () => stack().gateway(gateway).session(session),
    ({ active_run_id }) => active_run_id === null,
    CANCELLED_WITHIN_MS,
  );
  const run = await (await stack().gateway(gateway).stream(session, { runId })).finished();
  expect(run).toMatchObject({ text: 'a', terminal: { event: 'preempted', data: { reason: 'disconnected' } } });
  expect((await stack().gateway(gateway).messages(session)).at(-1)).toMatchObject({ content: 'a', preempted: true });
}

describe('the only engine is killed, and with it the gateways of some viewers', () => {
  let runs: Record<Transport, Record<'left' | 'lost' | 'followed', Run>>;
  let feed: FeedStream;

  beforeAll(async () => {
    feed = await (await FeedStream.open(stack().gateway(OTHER))).listed();
    const of = async (transport: Transport) => ({
      left: await standing(gatewayOf(transport, 1)),
      lost: await standing(gatewayOf(transport, 0)),
      followed: await standing(gatewayOf(transport, 1)),
    });
    const [handoff, ndjson] = [await of('handoff'), await of('ndjson')];
    runs = { handoff, ndjson };
    for (const { left } of [handoff, ndjson]) left.stream.leave();
    const gateways = TRANSPORTS.map((transport) => stack().gateways[gatewayOf(transport, 0)]!);
    await Promise.all([stack().engines[0]!, ...gateways].map((process) => process.kill()));
  }, 60_000);
  afterAll(async () => {
    feed.leave();
    await stack().startServices();
  }, 60_000);

  // First: nobody else asks.
  test('a feed is followed → told of the end of each', async () => {
    const all = Object.values(runs).flatMap((each) => Object.values(each));
    await Promise.all(all.map(({ session }) => feed.shows(session, { active_run_id: null })));
  }, 30_000);

  describe.each(TRANSPORTS)('%s', (transport) => {
    test.each(['left', 'lost'] as const)('nobody follows it any more, its viewer is %s → it ends as disconnected', (which) =>
      expectCancelled(runs[transport][which], OTHER),
    );

    test('somebody follows it → it is not cancelled for want of viewers', async () => {
      const { terminal } = await runs[transport].followed.stream.finished();
      expect(terminal).toMatchObject({ event: 'error', data: { code: 'engine_unavailable' } });
    });
  });
});

test('the engine is killed when the viewer has left, and comes back at once → it ends as disconnected, and no job is left', async () => {
  const runs = await Promise.all(TRANSPORTS.map((transport) => standing(gatewayOf(transport, 0))));
  runs.forEach(({ stream }) => stream.leave());
  await stack().engines[0]!.kill();
  await stack().engines[0]!.start();
  await Promise.all(runs.map((run) => expectCancelled(run, 1)));
  await eventually(
    () => redis().jobs(),
    (jobs) => jobs.length === 0,
  );
}, 30_000);

test('nobody follows a run (continue), and its engine is killed again and again → after three take-overs it ends as engine_unavailable', async () => {
  const session = newSession();
  stack().effects.hold(`${session}/answer`);
  const stream = await stack().gateway(0).chat(session, 'sand', { agent_id: 'work', on_disconnect: 'continue' });
  await stack().effects.arrived(`${session}/answer`);
  stream.leave();
  for (let n = 1; n <= 4; n += 1) {
    await stack().effects.arrived(`${session}/answer`, n);
    const engine = engineAt(stack(), session, 'answer');
    await engine.kill();
    await engine.start();
  }
  await eventually(
    () => stack().gateway(1).session(session),
    ({ active_run_id }) => active_run_id === null,
    10 * STALL_DETECT_MS,
  );
  const { terminal } = await (await stack().gateway(1).stream(session, { runId: stream.runId })).finished();
  expect(terminal).toMatchObject({ event: 'error', data: { code: 'engine_unavailable' } });
  expect(stack().effects.count(`${session}/answer`)).toBe(4);
  expect(await redis().jobs()).toEqual([]);
}, 60_000);
