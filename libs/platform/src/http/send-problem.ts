import type { Problem } from '@parley/contracts';
import type { FastifyReply } from 'fastify';
import type { PlainProblem } from './problem-of.js';

export function sendProblem(reply: FastifyReply, problem: Problem | PlainProblem): void {
  if ('retry_after' in problem && problem.retry_after !== undefined)
    void reply.header('retry-after', Math.ceil(problem.retry_after));
  if (problem.status === 401) void reply.header('www-authenticate', 'Bearer');
  void reply
    .code(problem.status)
    .header('cache-control', 'no-store')
    .type('application/problem+json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(problem);
}
