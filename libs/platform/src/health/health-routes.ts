import type { FastifyInstance } from 'fastify';
import type { Metrics } from '../metrics/metrics.js';
import type { Readiness } from './readiness.js';

/** Straight on Fastify: no prefix, guard, pipe or filter of the app stands before these. */
export function addHealthRoutes(http: FastifyInstance, { readiness, metrics }: { readiness: Readiness; metrics: Metrics }): void {
  http.get('/healthz', async () => ({ status: 'ok' }));
  http.get('/readyz', async (_request, reply) => {
    const report = await readiness.report();
    return reply
      .code(report.status === 'ok' ? 200 : 503)
      .header('cache-control', 'no-store')
      .send(report);
  });
  http.get('/metrics', async (_request, reply) =>
    reply.type(metrics.registry.contentType).send(await metrics.registry.metrics()),
  );
}
