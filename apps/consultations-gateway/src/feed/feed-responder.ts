import type { OutgoingHttpHeaders } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { type AppLogger, LOGGER } from '@parley/platform';
import { KEEPALIVE_COMMENT } from '@parley/wire';
import { writeStream } from '@parley/wire/node';
import type { FastifyReply } from 'fastify';
import { GatewayConfig } from '../config.js';
import { STREAM_HEADERS } from '../stream-headers.js';
import type { FeedFollower } from './feed-follower.js';
import { withComments } from './feed-frames.js';

/** Shows a feed to one reader, until either leaves. */
@Injectable()
export class FeedResponder {
  constructor(
    private readonly config: GatewayConfig,
    @Inject(LOGGER) private readonly logger: AppLogger,
  ) {}

  /** The headers leave at once. Never throws: what fails from here on ends the stream, and the reader comes back. */
  async respond(reply: FastifyReply, follower: FeedFollower, reader: AbortSignal): Promise<void> {
    const response = reply.hijack().raw;
    const { SSE_KEEPALIVE_MS, STALLED_READER_MS: stalledMs } = this.config;
    try {
      response.writeHead(200, { ...(reply.getHeaders() as OutgoingHttpHeaders), ...STREAM_HEADERS });
      // Headers alone may wait at whoever stands between, where there is no session to be told of yet.
      response.write(KEEPALIVE_COMMENT);
      const outcome = await writeStream(response, withComments(follower, SSE_KEEPALIVE_MS), { stalledMs, signal: reader });
      this.logger.debug({ outcome }, 'a feed ended');
    } catch (err) {
      this.logger.error({ err }, 'a feed failed');
    } finally {
      follower.close();
    }
  }
}
