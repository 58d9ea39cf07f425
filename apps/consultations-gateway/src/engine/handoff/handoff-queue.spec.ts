import type { HandoffMessage, RunId, ThreadId } from '@parley/contracts';
import { closeRedis, createLogger, createRedis, type RedisConnection } from '@parley/platform';
import { type RunningRedis, startRedis } from '@parley/testing';
import { handoffMessage } from './handoff-message.js';
import { HandoffQueue } from './handoff-queue.js';

const message = (id: string, text = 'x'): HandoffMessage =>
  handoffMessage({
    ...{ runId: id as RunId, threadId: 'default:-:s' as ThreadId, sessionId: 's', agentId: 'echo' },
    caller: { tenantId: 'default', owner: '-', userId: 'li' },
    request: { kind: 'chat', message: text },
    ...{ language: 'zh', traceId: 't' },
  });

let server: RunningRedis;
let redis: RedisConnection;
let queue: HandoffQueue;

beforeEach(async () => {
  server = await startRedis();
  redis = createRedis(server.url, { role: 'bull-client', logger: createLogger('spec', 'silent') });
  queue = new HandoffQueue(redis);
});
afterEach(async () => {
  await closeRedis(redis);
  await server.stop();
});

const waiting = (): Promise<string[]> => redis.lrange('{parley}:agent-chat-handoff:wait', 0, -1);

describe('HandoffQueue', () => {
  it('a message → one job of its id, kept only until it has been done', async () => {
    await queue.add(message('r1'));
    expect(await waiting()).toEqual(['r1']);
    const job = await redis.hgetall('{parley}:agent-chat-handoff:r1');
    expect(JSON.parse(job['data'] ?? '')).toEqual(message('r1'));
    expect(JSON.parse(job['opts'] ?? '')).toMatchObject({ jobId: 'r1', removeOnComplete: true, removeOnFail: true, attempts: 1 });
  });

  it('the same run again → still one job, as it was', async () => {
    await queue.add(message('r1', 'first'));
    await queue.add(message('r1', 'second'));
    expect(await waiting()).toEqual(['r1']);
    expect(await redis.hget('{parley}:agent-chat-handoff:r1', 'data')).toContain('first');
  });

  it('Redis is away → fails within two seconds or so; back again → works', async () => {
    await queue.add(message('r1'));
    await server.stop();
    const startedAt = Date.now();
    await expect(queue.add(message('r2'))).rejects.toThrow();
    expect(Date.now() - startedAt).toBeLessThan(3000);
    server = await startRedis({ port: server.port });
    await queue.add(message('r3'));
    expect(await waiting()).toEqual(['r3']);
  }, 15_000);
});
