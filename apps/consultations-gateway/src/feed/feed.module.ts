import { Module } from '@nestjs/common';
import { REDIS, type RedisConnection, RedisConnections, StoreClientModule } from '@parley/platform';
import { RunsModule } from '../runs/runs.module.js';
import { FeedChannels } from './feed-channels.js';
import { FeedController } from './feed.controller.js';
import { FeedResponder } from './feed-responder.js';
import { Feeds } from './feeds.js';

/** A connection of its own: what many runs say at once neither delays the feed nor breaks it. */
const feedChannels = (commands: RedisConnection, connections: RedisConnections): FeedChannels =>
  new FeedChannels({ commands, subscriber: connections.open('subscriber') });

/** `GET /feed`: other tabs and the workbench learn of changes. */
@Module({
  imports: [StoreClientModule, RunsModule],
  controllers: [FeedController],
  providers: [{ provide: FeedChannels, inject: [REDIS, RedisConnections], useFactory: feedChannels }, Feeds, FeedResponder],
})
export class FeedModule {}
