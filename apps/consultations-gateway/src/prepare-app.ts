import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { allowOrigins } from './allow-origins.js';
import { refuseRoundedUserIds } from './caller/exact-user-id.js';
import { GatewayConfig } from './config.js';
import { serveOpenApi } from './openapi/serve-open-api.js';

/** What has to be set up before the app starts. */
export function prepareApp(app: NestFastifyApplication): void {
  refuseRoundedUserIds(app.getHttpAdapter().getInstance());
  allowOrigins(app, app.get(GatewayConfig).corsOrigins);
  serveOpenApi(app);
}
