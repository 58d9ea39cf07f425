import type { FastifyInstance } from 'fastify';
import type { Drain } from '../drain/drain.js';
import { WorkInHand } from '../drain/work-in-hand.js';

/**
 * Draining waits for the requests that have no complete answer yet, streams included; a stream that never ends by
 * itself has to listen to `Drain.signal`. Meanwhile clients are told to open their next connection elsewhere.
 */
export function finishRequests(http: FastifyInstance, drain: Drain): void {
  const requests = new WorkInHand();
  http.addHook('onRequest', (_request, reply, done) => {
    requests.begin();
    reply.raw.once('close', () => requests.finish());
    if (drain.isDraining) void reply.header('connection', 'close');
    done();
  });
  drain.onDrain(() => requests.idle());
}
