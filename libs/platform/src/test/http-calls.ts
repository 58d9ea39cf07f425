import { type DynamicModule, Module, type Type } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createHttpApp } from '../app/create-http-app.js';
import { CommonConfig } from '../config/common-config.js';
import { captureLog } from './log-lines.js';

export const INTERNAL_TOKEN = 'the-right-internal-token';

export interface Answer {
  status: number;
  type: string | null;
  headers: Headers;
  text: string;
  /** Empty where the answer is no JSON. */
  body: Record<string, unknown>;
}

/** One controller, served over real HTTP; its Redis is away, and nobody minds. */
export class ServedController {
  readonly log = captureLog('debug');
  private app!: NestFastifyApplication;

  constructor(private readonly controller: Type) {}

  async start(): Promise<void> {
    const module: DynamicModule = { module: ControllerModule, controllers: [this.controller] };
    const config = Object.assign(new CommonConfig(), { REDIS_URL: 'redis://127.0.0.1:1', INTERNAL_TOKEN });
    this.app = await createHttpApp({ name: 'spec', module, config, logger: this.log.logger });
    await this.app.listen(0, '127.0.0.1');
  }

  stop(): Promise<void> {
    return this.app.close();
  }

  async port(): Promise<number> {
    return Number(new URL(await this.app.getUrl()).port);
  }

  async call(path: string, init?: RequestInit): Promise<Answer> {
    const response = await fetch(`${await this.app.getUrl()}${path}`, init);
    const text = await response.text();
    const type = response.headers.get('content-type');
    const body = type?.includes('json') ? (JSON.parse(text) as Answer['body']) : {};
    return { status: response.status, type, headers: response.headers, text, body };
  }

  post(path: string, body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}): Promise<Answer> {
    return this.call(path, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } });
  }
}

@Module({})
class ControllerModule {}
