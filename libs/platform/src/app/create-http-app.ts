import { type DynamicModule, Module, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import type { CommonConfig } from '../config/common-config.js';
import { Drain } from '../drain/drain.js';
import { addHealthRoutes } from '../health/health-routes.js';
import { Readiness } from '../health/readiness.js';
import { finishRequests } from '../http/finish-requests.js';
import { createHttpAdapter, type HttpOptions } from '../http/http-adapter.js';
import { ProblemFilter } from '../http/problem.filter.js';
import { type AppLogger, createLogger } from '../logging/app-logger.js';
import { NestLogger } from '../logging/nest-logger.js';
import { Metrics } from '../metrics/metrics.js';
import { addStoreServer } from '../store/add-store-server.js';
import { PlatformModule } from './platform.module.js';

export interface HttpAppOptions extends Omit<HttpOptions, 'logger'> {
  name: string;
  module: Type | DynamicModule;
  config: CommonConfig;
  /** One of the app's own, unless given. */
  logger?: AppLogger;
  /** Answers `StoreClient`s on this TCP port. */
  storePort?: number;
  /** Last touches before the app starts: OpenAPI, static files, global guards. */
  prepare?: (app: NestFastifyApplication) => void | Promise<void>;
}

@Module({})
class RootModule {}

/** The app, initialised but not listening: for `startHttpApp`, and for specs that inject requests. */
export async function createHttpApp(options: HttpAppOptions): Promise<NestFastifyApplication> {
  const { name, module, config, trustProxy, storePort, prepare } = options;
  const logger = options.logger ?? createLogger(name, config.LOG_LEVEL);
  const adapter = createHttpAdapter({ logger, trustProxy });
  const root: DynamicModule = { module: RootModule, imports: [PlatformModule.forRoot({ name, config, logger }), module] };
  const app = await NestFactory.create<NestFastifyApplication>(root, adapter, {
    logger: new NestLogger(logger),
    bodyParser: false,
    abortOnError: false,
    forceCloseConnections: true,
  });
  app.useGlobalFilters(app.get(ProblemFilter));
  const http = adapter.getInstance<FastifyInstance>();
  finishRequests(http, app.get(Drain));
  addHealthRoutes(http, { readiness: app.get(Readiness), metrics: app.get(Metrics) });
  if (storePort !== undefined) addStoreServer(app, { config, port: storePort, logger, drain: app.get(Drain) });
  await prepare?.(app);
  await app.init();
  return app;
}
