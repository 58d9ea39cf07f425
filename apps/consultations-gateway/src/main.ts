import 'reflect-metadata';
import { readConfig, startHttpApp } from '@parley/platform';
import { AppModule } from './app.module.js';
import { GatewayConfig } from './config.js';
import { prepareApp } from './prepare-app.js';

const config = readConfig(GatewayConfig);
await startHttpApp({
  name: 'consultations-gateway',
  module: AppModule,
  config,
  port: config.GATEWAY_PORT,
  prepare: prepareApp,
});
