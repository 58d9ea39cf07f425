import { type DynamicModule, Module, type Type } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createHttpApp } from '../app/create-http-app.js';
import { CommonConfig } from '../config/common-config.js';
import { Drain } from '../drain/drain.js';
import { StoreClient } from '../store/store-client.js';
import { freePort } from './free-port.js';
import { captureLog, type CapturedLog } from './log-lines.js';

/** A store with one controller, over real TCP; it can stop and come back on the same port. */
export class ServedStore {
  readonly log = captureLog();
  port = 0;
  private app?: NestFastifyApplication;

  constructor(
    private readonly controller: Type,
    private readonly config: Partial<CommonConfig> = {},
  ) {}

  async start(): Promise<void> {
    if (this.port === 0) this.port = await freePort();
    const module: DynamicModule = { module: StoreModule, controllers: [this.controller] };
    const config = Object.assign(new CommonConfig(), { REDIS_URL: 'redis://127.0.0.1:1' }, this.config);
    this.app = await createHttpApp({ name: 'store', module, config, logger: this.log.logger, storePort: this.port });
    await this.app.startAllMicroservices();
  }

  async stop(): Promise<void> {
    await this.app?.close();
    this.app = undefined;
  }

  drain(): Promise<void> | undefined {
    return this.app?.get(Drain).begin();
  }
}

@Module({})
class StoreModule {}

export function storeClient(port: number, config: Partial<CommonConfig> = {}): { client: StoreClient; log: CapturedLog } {
  const log = captureLog();
  const all = Object.assign(new CommonConfig(), { SESSION_STORE_URL: `tcp://127.0.0.1:${port}` }, config);
  return { client: new StoreClient(all, log.logger), log };
}
