import { Controller, Get, Query, Req, Res, UseGuards } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiQuery, ApiTags } from '@nestjs/swagger';
import { FeedQuery } from '@parley/contracts';
import { DrainGuard } from '@parley/platform';
import { goneSignal } from '@parley/wire/node';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiProblems, ApiUser } from '../openapi/descriptions.js';
import { SessionScopes } from '../sessions/session-scopes.js';
import { filterOf } from './feed-filter.js';
import { FeedResponder } from './feed-responder.js';
import { FEED_STREAM } from './feed.schema.js';
import { Feeds } from './feeds.js';

@ApiTags('sessions')
@Controller('feed')
export class FeedController {
  constructor(
    private readonly scopes: SessionScopes,
    private readonly feeds: Feeds,
    private readonly responder: FeedResponder,
  ) {}

  @Get()
  @UseGuards(DrainGuard)
  @ApiOperation({ summary: 'Own sessions as they are now, and each again after every change of it' })
  @ApiQuery({ name: 'session_id', required: false, description: 'Only this one. The feed ends when it is gone.' })
  @ApiUser()
  @ApiOkResponse({ description: 'An event stream that goes on', content: { 'text/event-stream': FEED_STREAM } })
  @ApiProblems(400, 404, 503)
  async follow(@Query() query: FeedQuery, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const caller = await this.scopes.caller(request, query.user_id);
    const reader = goneSignal(reply.raw);
    const follower = await this.feeds.follow(caller, filterOf(query, caller));
    await this.responder.respond(reply, follower, reader);
  }
}
