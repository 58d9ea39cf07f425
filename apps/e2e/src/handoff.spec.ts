import {
  BULL_PREFIX,
  CHAT_DISPATCH,
  type CallbackEnvelope,
  HANDOFF_QUEUE,
  type HandoffMessage,
  runChannel,
  type RunId,
} from '@parley/contracts';
import { checkRun, firstOf, TcpProxy } from '@parley/testing';
import Bull from 'bull';
import { Redis } from 'ioredis';
import { steps } from './test/asks.js';
import { textLike } from './test/matchers.js';
import { refusalOf } from './test/refusal.js';
import { newSession, useStack } from './test/use-stack.js';

let redis: Redis;
// Before the stack's own: hooks run in the order in which they are defined.
afterAll(() => redis.quit());
const stack = useStack();
beforeAll(() => void (redis = new Redis(stack().redisUrl)));

const jobKey = (runId: string): string => `${BULL_PREFIX}:${HANDOFF_QUEUE}:${runId}`;
const jobOf = async (runId: string): Promise<HandoffMessage | undefined> => {
  const data = await redis.hget(jobKey(runId), 'data');
  return data === null ? undefined : (JSON.parse(data) as HandoffMessage);
};

describe('the job of a turn', () => {
  afterEach(() => stack().startServices());

  test('chat and resume while no engine takes jobs → the handoff messages of the protocol, the run id being their id', async () => {
    const session = newSession();
    await stack().gateway().ask(session, 'hi', { agent_id: 'ask', user_id: 'u 1' });
    const { card } = await stack().gateway().pendingCard(session);
    await stack().engines[0]?.kill();
    const answers = [{ field_key: 'who.name', value: 'Ada' }];
    const resume = await stack()
      .gateway()
      .resume(session, answers, { card_id: card?.card_id, user_id: 7 }, { 'accept-language': 'fr, en;q=0.5' });
    const thread = `default:-:${session}`;
    const common = { id: resume.runId, type: CHAT_DISPATCH, tenantId: 'default', sessionKey: thread, businessKey: thread };
    expect(await jobOf(resume.runId)).toEqual({
      ...common,
      traceId: textLike(/^[0-9a-f]{32}$/),
      payload: {
        request: { card_id: card?.card_id, user_response: { action: 'submit', answers } },
        options: { kind: 'resume', agentId: 'ask', epoch: expect.any(Number) as number },
        callback: { transport: 'redis-pubsub' },
        executionId: resume.runId,
      },
      headers: { organizationId: 'default', userId: '7', language: 'en', conversationId: session, source: 'chat' },
    });
    await stack().startServices();
    expect((await resume.finished()).terminal).toMatchObject({ event: 'end', data: { status: 'completed' } });
    // Neither the finished job nor its lock stays.
    while ((await redis.exists(jobKey(resume.runId))) > 0);
  }, 60_000);
});

describe('following before enqueuing', () => {
  let proxy: TcpProxy;
  let slow: number;
  beforeAll(async () => {
    proxy = await TcpProxy.start({ targetPort: stack().redisPort });
    slow = await stack().addGateway({ REDIS_URL: `redis://127.0.0.1:${proxy.port}` });
  }, 60_000);
  afterEach(() => proxy.release());
  afterAll(() => proxy.stop());

  /** The run of a turn that was started, as another gateway sees it. */
  async function startedRun(session: string): Promise<string> {
    for (;;) {
      const reply = await stack().gateway(0).send('GET', `/sessions/${session}`);
      const runId = reply.status === 200 ? (reply.json as { active_run_id: string | null }).active_run_id : null;
      if (runId !== null) return runId;
    }
  }

  test('Redis takes its time to acknowledge the subscription → until then there is no job; then no event is missing', async () => {
    const session = newSession();
    proxy.holdRepliesTo(runChannel('' as RunId));
    const chat = stack().gateway(slow).chat(session, steps('a', 'b'), { agent_id: 'steps' });
    const runId = await startedRun(session);
    await proxy.untilHoldingReplies();
    // Redis has taken the subscription, and the gateway does not know it yet.
    expect(await redis.pubsub('NUMSUB', runChannel(runId as RunId))).toEqual([runChannel(runId as RunId), 1]);
    expect(await jobOf(runId)).toBeUndefined();
    proxy.release();
    expect((await (await chat).finished()).text).toBe('ab');
  });

  test('Redis never acknowledges it → 503, no job; the turn is closed and does not run later', async () => {
    const session = newSession();
    proxy.holdRepliesTo(runChannel('' as RunId));
    const body = { message: steps({ wait: 'never' }), agent_id: 'steps' };
    const chat = stack().gateway(slow).send('POST', `/sessions/${session}/chat`, body);
    const runId = await startedRun(session);
    expect(refusalOf(await chat)).toBe('503 store_unavailable');
    expect(await jobOf(runId)).toBeUndefined();
    expect(await stack().gateway(0).session(session)).toMatchObject({ active_run_id: null });
    proxy.release();
    expect((await stack().gateway(0).ask(session, steps('next'))).text).toBe('next');
    expect(stack().effects.count(`${session}/never`)).toBe(0);
  });
});

describe('a job of another service, without an epoch', () => {
  test('a handoff message by Bull → the worker starts the turn itself; its envelopes come numbered, the terminal event in the one that completes', async () => {
    const session = newSession();
    const runId = `chat-${uuidv7()}` as RunId;
    const heard: CallbackEnvelope[] = [];
    const subscriber = new Redis(stack().redisUrl);
    const queue = new Bull<HandoffMessage>(HANDOFF_QUEUE, stack().redisUrl, { prefix: BULL_PREFIX });
    try {
      await subscriber.subscribe(runChannel(runId));
      const isOver = new Promise<void>((resolve) => {
        subscriber.on('message', (_channel, lines: string) => {
          heard.push(...lines.split('\n').map((line) => JSON.parse(line) as CallbackEnvelope));
          if (heard.at(-1)?.kind !== 'stream') resolve();
        });
      });
      await queue.add(handoffOf(runId, session), { jobId: runId, removeOnComplete: true, removeOnFail: true });
      await isOver;
    } finally {
      await subscriber.quit();
      await queue.close();
    }
    expect(new Set(heard.map(({ sourceMessageId }) => sourceMessageId))).toEqual(new Set([runId]));
    expect(heard.map(({ kind }) => kind)).toEqual([...heard.slice(1).map(() => 'stream'), 'complete']);
    const run = checkRun(
      runId,
      heard.map(({ event, sequence }) => ({ ...event!, seq: sequence })),
    );
    expect(firstOf(run.events, 'run')?.data).toEqual({
      run_id: runId,
      session_id: session,
      turn: 1,
      agent_id: 'steps',
      kind: 'chat',
    });
    expect(run.text).toBe('ab');
    expect((await stack().gateway().messages(session)).map(({ content }) => content)).toEqual([steps('a', 'b'), 'ab']);
  });

  test('a job that is no handoff message → dropped; the next one is worked off', async () => {
    const queue = new Bull(HANDOFF_QUEUE, stack().redisUrl, { prefix: BULL_PREFIX });
    try {
      await queue.add({}, { jobId: 'no-run', removeOnComplete: true, removeOnFail: true });
      await queue.add(null, { jobId: 'nothing', removeOnComplete: true, removeOnFail: true });
    } finally {
      await queue.close();
    }
    expect((await stack().gateway().ask(newSession(), steps('a'), { agent_id: 'steps' })).text).toBe('a');
  });

  function handoffOf(runId: RunId, session: string): HandoffMessage {
    const thread = `default:-:${session}`;
    return {
      id: runId,
      type: CHAT_DISPATCH,
      tenantId: 'default',
      sessionKey: thread,
      businessKey: thread,
      traceId: '0af7651916cd43dd8448eb211c80319c',
      payload: {
        request: { message: steps('a', 'b') },
        options: { kind: 'chat', agentId: 'steps' },
        callback: { transport: 'redis-pubsub' },
        executionId: runId,
      },
      headers: { organizationId: 'default', userId: 'service', language: 'en', conversationId: session, source: 'chat' },
    };
  }
});

/** As other services make them. */
function uuidv7(): string {
  const time = Date.now().toString(16).padStart(12, '0');
  const random = crypto.randomUUID();
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(15)}`;
}
