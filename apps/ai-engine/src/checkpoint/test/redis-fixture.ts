import { checkpointsIndexKey, checkpointsKey, sessionKey, threadIdOf, type ThreadId } from '@parley/contracts';
import { startRedis, type RunningRedis } from '@parley/testing';
import { Redis } from 'ioredis';
import { RedisCheckpointer, type RedisCheckpointerOptions } from '../redis-checkpointer.js';

/** One Redis for the whole spec file, a thread of its own for each test. */
export class RedisFixture {
  private server!: RunningRedis;
  private clients: Redis[] = [];
  private count = 0;
  client!: Redis;
  threadId!: ThreadId;

  constructor() {
    beforeAll(async () => {
      this.server = await startRedis();
      this.client = this.connect();
    });
    beforeEach(() => {
      this.count += 1;
      this.threadId = threadIdOf({ tenantId: 'default', owner: '-', sessionId: `session-${this.count}` });
    });
    afterAll(async () => {
      await Promise.all(this.clients.map((client) => client.quit()));
      await this.server.stop();
    });
  }

  /** A connection of its own, like another process has. */
  connect(): Redis {
    const client = new Redis(this.server.url);
    this.clients.push(client);
    return client;
  }

  saver(options: Partial<RedisCheckpointerOptions> = {}): RedisCheckpointer {
    return new RedisCheckpointer(this.client, { keep: 1, fenced: false, ...options });
  }

  get keys(): { bodies: string; index: string; session: string } {
    return {
      bodies: checkpointsKey(this.threadId),
      index: checkpointsIndexKey(this.threadId),
      session: sessionKey(this.threadId),
    };
  }

  /** What the script of a starting turn or attempt does. */
  async raiseFence(fence: string): Promise<void> {
    await this.client.hset(this.keys.session, 'fence', fence);
  }

  /** Everything the thread has in Redis, to see that a call left it as it was. */
  async dump(): Promise<unknown> {
    const bodies = await this.client.hgetallBuffer(this.keys.bodies);
    const fields = Object.entries(bodies).map(([field, body]) => [field, body.toString('latin1')]);
    return { fields: fields.sort(), index: await this.client.zrange(this.keys.index, 0, -1) };
  }

  /** The hash's fields of one kind: `c` checkpoints, `b` values, `w` pending writes. */
  async fields(kind: 'c' | 'b' | 'w'): Promise<string[]> {
    return (await this.client.hkeys(this.keys.bodies)).filter((field) => field.startsWith(`${kind}\u001f`)).sort();
  }

  /** Bytes that Redis was sent while `work` ran. */
  async bytesSent(work: () => Promise<unknown>): Promise<number> {
    const before = await this.inputBytes();
    await work();
    return (await this.inputBytes()) - before;
  }

  private async inputBytes(): Promise<number> {
    return Number(/total_net_input_bytes:(\d+)/.exec(await this.client.info('stats'))?.[1]);
  }
}
