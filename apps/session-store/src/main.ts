import { startHttpApp } from '@parley/platform';
import { AppModule } from './app.module.js';
import { loadSessionStoreConfig } from './config.js';

const config = loadSessionStoreConfig();

await startHttpApp({
  name: 'session-store',
  module: AppModule,
  config,
  port: config.SESSION_STORE_HTTP_PORT,
  storePort: config.SESSION_STORE_PORT,
});
