import { FastifyAdapter } from '@nestjs/platform-fastify';
import { ParleyError, problemOf } from '@parley/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AppLogger } from '../logging/app-logger.js';
import { acceptJsonOnly } from './json-body.js';
import { addRequestTrace, traceIdOf } from './request-trace.js';
import { pathOf } from './problem.filter.js';
import { sendProblem } from './send-problem.js';

export interface HttpOptions {
  logger: AppLogger;
  /** Which proxies in front may be believed about the client's address (Fastify's `trustProxy`). */
  trustProxy?: boolean | string;
}

/** How long a client may take to send its request; an answer may take as long as it likes. */
const REQUEST_TIMEOUT_MS = 60_000;

/** Fastify as all services run it: JSON bodies of limited size only, a trace id per request, an access log at debug. */
export function createHttpAdapter({ logger, trustProxy = false }: HttpOptions): FastifyAdapter {
  const adapter = new FastifyAdapter({
    logger: false,
    trustProxy,
    requestTimeout: REQUEST_TIMEOUT_MS,
    genReqId: traceIdOf,
    routerOptions: { maxParamLength: 2048 },
    // A path that cannot be decoded never reaches a route, nor the app's filter.
    frameworkErrors: (error: Error, request: FastifyRequest, reply: FastifyReply) =>
      sendProblem(reply, problemOf(new ParleyError('validation_failed', { detail: error.message }), request.id)),
  });
  const http = adapter.getInstance<FastifyInstance>();
  addRequestTrace(http);
  acceptJsonOnly(http);
  addAccessLog(http, logger);
  return adapter;
}

function addAccessLog(http: FastifyInstance, logger: AppLogger): void {
  http.addHook('onResponse', (request, reply, done) => {
    if (logger.isLevelEnabled('debug')) {
      const { method, url, id } = request;
      const ms = Math.round(reply.elapsedTime * 10) / 10;
      logger.debug({ trace_id: id, method, path: pathOf(url), status: reply.raw.statusCode, ms }, 'request');
    }
    done();
  });
}
