import type { IncomingMessage } from 'node:http';
import { TRACE_HEADER } from '@parley/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { enterLogContext, type LogContext, newTraceId } from '../logging/log-context.js';

const TRACE_ID = /^[A-Za-z0-9_-]{1,128}$/;
const TRACEPARENT = /^[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}/;

/** The caller's trace id (`x-trace-id`, else `traceparent`), else a new one. */
export function traceIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers[TRACE_HEADER];
  if (typeof given === 'string' && TRACE_ID.test(given)) return given;
  const traceparent = headers.traceparent;
  return (typeof traceparent === 'string' ? TRACEPARENT.exec(traceparent)?.[1] : undefined) ?? newTraceId();
}

/** Puts each request into a log context of its own; its id is the trace id, and the answer carries it. */
export function addRequestTrace(http: FastifyInstance): void {
  const contexts = new WeakMap<FastifyRequest, LogContext>();
  http.addHook('onRequest', (request, reply, done) => {
    const context = { trace_id: request.id };
    contexts.set(request, context);
    void reply.header(TRACE_HEADER, request.id);
    enterLogContext(context, done);
  });
  // Reading the body goes through the socket's events, which do not keep the request's async context.
  http.addHook('preValidation', (request, _reply, done) => {
    enterLogContext(contexts.get(request) ?? { trace_id: request.id }, done);
  });
}
