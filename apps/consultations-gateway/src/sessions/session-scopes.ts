import { Inject, Injectable } from '@nestjs/common';
import { type SessionId, threadIdOf } from '@parley/contracts';
import { addLogContext } from '@parley/platform';
import type { FastifyRequest } from 'fastify';
import { type Caller, CALLER_RESOLVER, type CallerResolver } from '../caller/caller.js';
import type { SessionScope } from './session-scope.js';

/** Finds out who asks, and about which of their sessions. */
@Injectable()
export class SessionScopes {
  constructor(@Inject(CALLER_RESOLVER) private readonly callers: CallerResolver) {}

  /** `userId`: that of the body, else of the query. Throws what the resolver refuses. */
  async of({ headers }: FastifyRequest, sessionId: SessionId, userId?: string | number): Promise<SessionScope> {
    const caller = await this.callers.resolve({ headers, userId });
    addLogContext({ session_id: sessionId });
    return { sessionId, threadId: threadIdOf({ ...caller, sessionId }), caller };
  }

  caller({ headers }: FastifyRequest, userId?: string | number): Promise<Caller> {
    return this.callers.resolve({ headers, userId });
  }
}
