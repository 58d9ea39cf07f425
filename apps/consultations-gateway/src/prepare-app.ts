import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { refuseRoundedUserIds } from './caller/exact-user-id.js';
import { serveOpenApi } from './openapi/serve-open-api.js';

/** What has to be set up before the app starts. */
export function prepareApp(app: NestFastifyApplication): void {
  refuseRoundedUserIds(app.getHttpAdapter().getInstance());
  serveOpenApi(app);
}
