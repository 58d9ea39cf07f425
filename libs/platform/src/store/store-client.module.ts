import { Module } from '@nestjs/common';
import { Readiness } from '../health/readiness.js';
import { StoreClient } from './store-client.js';

/** For apps that call session-store: they are ready only while it answers. */
@Module({ providers: [StoreClient], exports: [StoreClient] })
export class StoreClientModule {
  constructor(readiness: Readiness, client: StoreClient) {
    readiness.register('session-store', () => client.ping());
  }
}
