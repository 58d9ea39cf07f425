import { type DynamicModule, Global, Inject, Module, type Type } from '@nestjs/common';
import { CommonConfig } from '../config/common-config.js';
import { Drain } from '../drain/drain.js';
import { DrainGuard } from '../drain/drain.guard.js';
import { Readiness } from '../health/readiness.js';
import { ProblemFilter } from '../http/problem.filter.js';
import { type AppLogger, createLogger, LOGGER } from '../logging/app-logger.js';
import { Metrics } from '../metrics/metrics.js';
import type { RedisConnection } from '../redis/create-redis.js';
import { RedisConnections } from '../redis/redis-connections.js';
import { REDIS } from '../redis/redis-token.js';

export interface PlatformOptions {
  /** The service's name in logs. */
  name: string;
  config: CommonConfig;
  logger?: AppLogger;
}

/** What every service has, injectable everywhere: its configuration, log, Redis, readiness, metrics and drain. */
@Global()
@Module({})
export class PlatformModule {
  constructor(readiness: Readiness, @Inject(REDIS) redis: RedisConnection) {
    readiness.register('redis', () => redis.ping());
  }

  static forRoot({ name, config, logger = createLogger(name, config.LOG_LEVEL) }: PlatformOptions): DynamicModule {
    const configClass = config.constructor as Type<CommonConfig>;
    const shared = [
      { provide: CommonConfig, useValue: config },
      ...(configClass === CommonConfig ? [] : [{ provide: configClass, useValue: config }]),
      { provide: LOGGER, useValue: logger },
      { provide: REDIS, inject: [RedisConnections], useFactory: (connections: RedisConnections) => connections.open('commands') },
      RedisConnections,
      Drain,
      DrainGuard,
      Readiness,
      Metrics,
      ProblemFilter,
    ];
    return { module: PlatformModule, providers: shared, exports: shared };
  }
}
