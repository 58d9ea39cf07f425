import type { INestApplication } from '@nestjs/common';
import type { NestMicroservice } from '@nestjs/microservices';
import { type CommonConfig, internalTokenProblems } from '../config/common-config.js';
import { ConfigError } from '../config/config-error.js';
import type { Drain } from '../drain/drain.js';
import type { AppLogger } from '../logging/app-logger.js';
import { StoreErrorFilter } from './store-error.filter.js';
import { StoreServer } from './store-server.js';

interface StoreServing {
  config: CommonConfig;
  port: number;
  logger: AppLogger;
  drain: Drain;
}

/** Lets the app's `@MessagePattern` handlers answer `StoreClient`s; they listen after `startAllMicroservices()`. */
export function addStoreServer(app: INestApplication, { config, port, logger, drain }: StoreServing): void {
  const problems = internalTokenProblems(config);
  if (problems.length > 0) throw new ConfigError(problems);
  const server = new StoreServer({ host: config.HOST, port, internalToken: config.INTERNAL_TOKEN });
  // Handlers are bound when it starts: at once they would be bound without the filter. The app itself calls the init hooks.
  const microservice = app.connectMicroservice({ strategy: server }, { deferInitialization: true }) as NestMicroservice;
  microservice.setIsInitHookCalled(true);
  microservice.useGlobalFilters(new StoreErrorFilter(logger));
  drain.onDrain(() => server.leave());
}
