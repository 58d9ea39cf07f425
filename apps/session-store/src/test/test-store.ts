import { NestFactory } from '@nestjs/core';
import type { INestApplicationContext } from '@nestjs/common';
import { ParleyError, type StoreCalls, type StorePattern } from '@parley/contracts';
import { createLogger, PlatformModule, REDIS } from '@parley/platform';
import type { Redis } from 'ioredis';
import { AppModule } from '../app.module.js';
import { SessionStoreConfig } from '../config.js';
import { SessionsController } from '../sessions/sessions.controller.js';
import { TurnsController } from '../turns/turns.controller.js';
import { TestSession } from './test-session.js';

class TestRoot {}

type Handlers = {
  [Pattern in StorePattern]: (request: StoreCalls[Pattern]['request']) => Promise<StoreCalls[Pattern]['answer']>;
};

/** One instance of session-store, called at its handlers. Several on one Redis are several replicas. */
export class TestStore {
  private constructor(
    private readonly app: INestApplicationContext,
    private readonly handlers: Handlers,
    /** The connection the store itself uses. */
    readonly redis: Redis,
  ) {}

  static async start(url: string, overrides: Partial<SessionStoreConfig> = {}): Promise<TestStore> {
    const config = Object.assign(new SessionStoreConfig(), { REDIS_URL: url, ...overrides });
    const logger = createLogger('session-store', 'silent');
    const imports = [PlatformModule.forRoot({ name: 'session-store', config, logger }), AppModule];
    const app = await NestFactory.createApplicationContext({ module: TestRoot, imports }, { logger: false, abortOnError: false });
    const sessions = app.get(SessionsController);
    const turns = app.get(TurnsController);
    const handlers: Handlers = {
      'session.create': (request) => sessions.create(request),
      'session.get': (request) => sessions.get(request),
      'session.list': (request) => sessions.list(request),
      'feed.session': (request) => sessions.getForFeed(request),
      'feed.list': (request) => sessions.listForFeed(request),
      'session.delete': (request) => sessions.delete(request),
      'message.list': (request) => sessions.listMessages(request),
      'card.pending': (request) => sessions.pendingCard(request),
      'turn.start': (request) => turns.start(request),
      'turn.claim': (request) => turns.claim(request),
      'turn.end': (request) => turns.end(request),
      'turn.close': (request) => turns.close(request),
      'turn.abort': (request) => turns.abort(request),
      'turn.find': (request) => turns.find(request),
    };
    return new TestStore(app, handlers, app.get<Redis>(REDIS));
  }

  /** As `StoreClient.call`, without the wire. */
  call<Pattern extends StorePattern>(
    pattern: Pattern,
    request: StoreCalls[Pattern]['request'],
  ): Promise<StoreCalls[Pattern]['answer']> {
    return this.handlers[pattern](request);
  }

  /** A session that nobody has used yet; it is not created. */
  session(sessionId?: string, tenantId?: string): TestSession {
    return new TestSession(this, sessionId, tenantId);
  }

  async stop(): Promise<void> {
    await this.app.close();
  }
}

/** What a call was refused with; a call that succeeds fails the test. */
export async function refusalOf(call: Promise<unknown>): Promise<{ code: string; details: ParleyError['details'] }> {
  const outcome = await call.then(
    (answer) => ({ answer }),
    (error: unknown) => ({ error }),
  );
  if ('answer' in outcome) throw new Error(`not refused, but answered ${JSON.stringify(outcome.answer)}`);
  if (!(outcome.error instanceof ParleyError)) throw outcome.error;
  return { code: outcome.error.code, details: outcome.error.details };
}
