import { Injectable } from '@nestjs/common';
import { IDEMPOTENCY_HEADER, languageOf, type Lang, type RunKind, type SessionId, type TurnStart } from '@parley/contracts';
import { goneSignal } from '@parley/wire/node';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { GatewayConfig } from '../config.js';
import type { SessionScope } from '../sessions/session-scope.js';
import { SessionScopes } from '../sessions/session-scopes.js';
import type { FollowedRun } from './followed-run.js';
import { idempotencyOf } from './idempotency.js';
import { RunResponder } from './run-responder.js';
import { wantsJson } from './wants-json.js';

/** A validated request that starts a run. */
export interface RunCall {
  request: FastifyRequest;
  reply: FastifyReply;
  kind: RunKind;
  sessionId: SessionId;
  body: { user_id?: string | number; stream?: boolean };
  query: { user_id?: string | number };
}

/** Who asks, and how they want to be answered. */
export interface RunAsk {
  scope: SessionScope;
  language: Lang;
  idempotency?: TurnStart['idempotency'];
  /** Aborts when the client has left. */
  viewer: AbortSignal;
}

/** What every call has in common that starts a run and shows it: who asks, start, and the answer as a stream or a document. */
@Injectable()
export class RunEndpoint {
  constructor(
    private readonly scopes: SessionScopes,
    private readonly responder: RunResponder,
    private readonly config: GatewayConfig,
  ) {}

  /** What `start` throws is a refusal; after it nothing is, where the answer is a stream. */
  async serve(call: RunCall, start: (ask: RunAsk) => Promise<FollowedRun>): Promise<void> {
    const { request, reply, kind, sessionId, body, query } = call;
    const { headers } = request;
    const idempotency = idempotencyOf(headers[IDEMPOTENCY_HEADER], kind, body);
    const language = languageOf(headers['accept-language'], this.config.DEFAULT_LANG);
    const scope = await this.scopes.of(request, sessionId, body.user_id ?? query.user_id);
    const viewer = goneSignal(reply.raw);
    const run = await start({ scope, language, idempotency, viewer });
    if (wantsJson(body.stream, headers.accept)) await this.responder.respondJson(reply, run, viewer);
    else await this.responder.respondStream(reply, run, viewer);
  }
}
