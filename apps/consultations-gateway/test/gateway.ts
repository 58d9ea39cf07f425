import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createHttpApp, createLogger, loadConfig, StoreClient } from '@parley/platform';
import { type RunningRedis, startRedis } from '@parley/testing';
import { Redis } from 'ioredis';
import { AppModule } from '../src/app.module.js';
import { GatewayConfig } from '../src/config.js';
import { prepareApp } from '../src/prepare-app.js';
import { FakeStore } from './fake-store.js';

export const BASE = '/api/v1/consultations';

export interface TestGateway {
  app: NestFastifyApplication;
  store: FakeStore;
  redis: Redis;
  url: string;
  /** A request below the base path; a body that is no text is sent as JSON. */
  fetch(path: string, init?: Omit<RequestInit, 'body'> & { body?: unknown }): Promise<Response>;
  stop(): Promise<void>;
}

/** A gateway that listens, with a Redis of its own, a fake store, and an engine that only tells its agents. */
export async function startGateway(env: Record<string, string> = {}): Promise<TestGateway> {
  const server = await startRedis();
  const engine = await startAgentsServer();
  const redis = new Redis(server.url);
  const store = new FakeStore(redis);
  jest.spyOn(StoreClient.prototype, 'call').mockImplementation(store.call as never);
  jest.spyOn(StoreClient.prototype, 'ping').mockResolvedValue();
  const engineUrl = `http://127.0.0.1:${(engine.address() as AddressInfo).port}`;
  const config = loadConfig(GatewayConfig, { REDIS_URL: server.url, ENGINE_URL: engineUrl, DEFAULT_AGENT: 'echo', ...env });
  const logger = createLogger('gateway', 'silent');
  const app = await createHttpApp({ name: 'gateway', module: AppModule, config, logger, prepare: prepareApp });
  await app.listen(0, '127.0.0.1');
  const url = `http://127.0.0.1:${(app.getHttpServer().address() as AddressInfo).port}`;
  return {
    app,
    store,
    redis,
    url,
    fetch: (path, { body, headers, ...init } = {}) =>
      fetch(`${url}${BASE}${path}`, {
        ...init,
        headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      }),
    stop: () => stop(app, redis, server, engine),
  };
}

async function stop(app: NestFastifyApplication, redis: Redis, server: RunningRedis, engine: Server): Promise<void> {
  await app.close();
  redis.disconnect();
  await server.stop();
  engine.close();
  engine.closeAllConnections();
  jest.restoreAllMocks();
}

async function startAgentsServer(): Promise<Server> {
  const agents = ['echo', 'rejecter'].map((agent_id) => ({
    agent_id,
    name: { en: agent_id },
    policies: agent_id === 'rejecter' ? { on_active_turn: 'reject' } : {},
    timeout_ms: 60_000,
  }));
  const engine = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ items: agents, next_cursor: null }));
  });
  engine.listen(0, '127.0.0.1');
  await once(engine, 'listening');
  return engine;
}

/** Resolves when the condition holds; rejects after `ms`. */
export async function until(condition: () => boolean | Promise<boolean>, what: string, ms = 5000): Promise<void> {
  const giveUpAt = Date.now() + ms;
  while (!(await condition())) {
    if (Date.now() > giveUpAt) throw new Error(`in vain: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
