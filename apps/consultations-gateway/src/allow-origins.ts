import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { RUN_ID_HEADER } from '@parley/contracts';

/** What a page may read of an answer besides what every page may. */
const EXPOSED_HEADERS = [RUN_ID_HEADER, 'retry-after'];

const DAY_S = 86_400;

/** Lets pages of these origins ask, with whatever headers; cookies are nobody's business here. All others stay refused by their browser. */
export function allowOrigins(app: NestFastifyApplication, origins: readonly string[]): void {
  if (origins.length === 0) return;
  app.enableCors({ origin: [...origins], methods: ['GET', 'POST', 'DELETE'], exposedHeaders: EXPOSED_HEADERS, maxAge: DAY_S });
}
