import { STATUS_CODES } from 'node:http';
import { HttpException } from '@nestjs/common';
import { type ErrorCode, ParleyError, type Problem, problemOf } from '@parley/contracts';
import { isRedisOutage } from '../redis/is-redis-outage.js';

/** RFC 9457's plain problem, for what the error table has no row for (an unknown route): the status says it all. */
export interface PlainProblem {
  type: 'about:blank';
  title: string;
  status: number;
  detail?: string;
  trace_id: string;
}

/** What the framework's own refusals are in the error table. */
const CODE_OF_STATUS: Readonly<Record<number, ErrorCode>> = {
  400: 'validation_failed',
  401: 'unauthorized',
  403: 'forbidden',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
  429: 'rate_limited',
};

/** How anything that was thrown is told to a client. Only `ParleyError`s, outages of Redis and HTTP refusals (4xx) speak for themselves. */
export function problemFrom(thrown: unknown, traceId: string): Problem | PlainProblem {
  if (thrown instanceof ParleyError) return problemOf(thrown, traceId);
  if (isRedisOutage(thrown)) return problemOf(new ParleyError('store_unavailable'), traceId);
  if (!(thrown instanceof HttpException) || thrown.getStatus() >= 500) return problemOf(new ParleyError('internal'), traceId);
  const status = thrown.getStatus();
  const code = CODE_OF_STATUS[status];
  if (code !== undefined) return problemOf(new ParleyError(code, { detail: thrown.message }), traceId);
  return { type: 'about:blank', title: STATUS_CODES[status] ?? 'Error', status, detail: thrown.message, trace_id: traceId };
}
