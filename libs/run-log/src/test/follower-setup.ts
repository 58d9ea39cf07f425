import { startRedis, TcpProxy, type RunningRedis } from '@parley/testing';
import { Redis, type RedisOptions } from 'ioredis';
import { RunFollowers, type RunFollowersOptions } from '../run-followers.js';
import { Reading } from './reading.js';
import { watchReads } from './redis-hooks.js';
import { TestRun } from './test-run.js';

const COMMANDS: RedisOptions = { maxRetriesPerRequest: 0, commandTimeout: 1500, retryStrategy: () => 5, disconnectTimeout: 50 };
const SUBSCRIBER: RedisOptions = {
  maxRetriesPerRequest: null,
  retryStrategy: () => 5,
  enableReadyCheck: false,
  disableClientInfo: true,
};

/** In tests that must not be saved by the look at silent runs. */
export const NEVER_MS = 3_600_000;

/** A process that follows runs, its two connections to Redis, and a hand on everything between. */
export class FollowerSetup {
  private readonly made: RunFollowers[] = [];
  private fences = 0;

  private constructor(
    /** Straight to Redis, whatever becomes of the links. */
    readonly redis: Redis,
    readonly commands: Redis,
    readonly commandsLink: TcpProxy,
    readonly subscriber: Redis,
    readonly subscriberLink: TcpProxy,
  ) {}

  static async start(server: RunningRedis, commandsOptions: RedisOptions = {}): Promise<FollowerSetup> {
    const [commandsLink, subscriberLink] = await Promise.all([1, 2].map(() => TcpProxy.start({ targetPort: server.port })));
    if (!commandsLink || !subscriberLink) throw new TypeError('no links');
    const setup = new FollowerSetup(
      new Redis(server.url),
      new Redis(commandsLink.port, { ...COMMANDS, ...commandsOptions }),
      commandsLink,
      new Redis(subscriberLink.port, SUBSCRIBER),
      subscriberLink,
    );
    for (const client of [setup.commands, setup.subscriber]) client.on('error', () => undefined);
    await Promise.all([setup.redis.ping(), setup.commands.ping(), setup.settled()]);
    return setup;
  }

  followers(options: Partial<RunFollowersOptions> = {}): RunFollowers {
    const { commands, subscriber } = this;
    const followers = new RunFollowers({ commands, subscriber, silenceMs: NEVER_MS, ...options });
    this.made.push(followers);
    return followers;
  }

  openRun(): Promise<TestRun> {
    return TestRun.open(this.redis);
  }

  /** A reader that has all there is, waits for what comes live, and goes on pulling by itself. */
  async listening(run: TestRun, followers = this.followers()): Promise<Reading> {
    const reading = await Reading.of(followers, run);
    const looked = watchReads(this.commands).untilVain();
    reading.keepPulling();
    await looked;
    return reading;
  }

  /** Resolves when the subscriber has got all that was sent to it before, and Redis all that it sent. */
  async settled(): Promise<void> {
    this.fences += 1;
    await this.subscriber.subscribe(`fence-${this.fences}`);
  }

  /** How many connections Redis would send a run's messages to. */
  async listeners({ channel }: TestRun): Promise<number> {
    await this.settled();
    const [, count] = (await this.redis.pubsub('NUMSUB', channel)) as [string, number];
    return count;
  }

  async stop(): Promise<void> {
    for (const followers of this.made) followers.close();
    for (const client of [this.redis, this.commands, this.subscriber]) client.disconnect();
    await Promise.all([this.commandsLink.stop(), this.subscriberLink.stop()]);
  }
}

/** One Redis for the whole spec file, a setup for each test. */
export function useFollowerSetup(commandsOptions: RedisOptions = {}): () => FollowerSetup {
  let server: RunningRedis;
  let setup: FollowerSetup;
  beforeAll(async () => void (server = await startRedis()));
  beforeEach(async () => void (setup = await FollowerSetup.start(server, commandsOptions)));
  afterEach(async () => {
    jest.restoreAllMocks();
    await setup.stop();
  });
  afterAll(() => server.stop());
  return () => setup;
}
