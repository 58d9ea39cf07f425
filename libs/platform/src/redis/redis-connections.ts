import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { CommonConfig } from '../config/common-config.js';
import { type AppLogger, LOGGER } from '../logging/app-logger.js';
import { createRedis, type RedisConnection, type RedisRole } from './create-redis.js';

/** Opens the app's Redis connections and closes them after everything else has ended. */
@Injectable()
export class RedisConnections implements OnApplicationShutdown {
  private readonly opened: RedisConnection[] = [];

  constructor(
    private readonly config: CommonConfig,
    @Inject(LOGGER) private readonly logger: AppLogger,
  ) {}

  open(role: RedisRole): RedisConnection {
    const redis = createRedis(this.config.REDIS_URL, { role, logger: this.logger });
    this.opened.push(redis);
    return redis;
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.opened.map(closeRedis));
  }
}

/** Lets pending replies come in where Redis answers; never waits for one that does not. */
export async function closeRedis(redis: RedisConnection): Promise<void> {
  try {
    if (redis.status === 'ready') await redis.quit();
  } catch {
    // It went away in this very moment: nothing is left to be said to it.
  } finally {
    redis.disconnect();
  }
}
