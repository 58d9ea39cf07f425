import { type ArgumentsHost, Catch, type ExceptionFilter, Inject } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type AppLogger, LOGGER } from '../logging/app-logger.js';
import { withLogContext } from '../logging/log-context.js';
import { problemFrom } from './problem-of.js';
import { sendProblem } from './send-problem.js';

/** Every error of an HTTP request becomes `application/problem+json`; what really happened is only in the log. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(@Inject(LOGGER) private readonly logger: AppLogger) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const reply = http.getResponse<FastifyReply>();
    const problem = problemFrom(thrown, request.id);
    // The body may have failed to be read outside of the request's context.
    withLogContext({ trace_id: request.id }, () => this.note(thrown, problem.status, request));
    if (reply.sent || reply.raw.headersSent) reply.raw.destroy();
    else sendProblem(reply, problem);
  }

  private note(thrown: unknown, status: number, request: FastifyRequest): void {
    const fields = { err: thrown, status, method: request.method, path: pathOf(request.url) };
    if (status === 503) this.logger.warn(fields, 'a request was refused: unavailable');
    else if (status >= 500) this.logger.error(fields, 'a request failed');
    else this.logger.debug(fields, 'a request was refused');
  }
}

/** Without the query: it may hold what must not be logged. */
export const pathOf = (url: string): string => url.split('?', 1)[0] ?? '';
