import { Controller, Get, Param, Query, Req } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ListQuery, type Message, type Page, type SessionId } from '@parley/contracts';
import { StoreClient } from '@parley/platform';
import type { FastifyRequest } from 'fastify';
import { ApiPage, ApiProblems, ApiSession, ApiUser } from '../openapi/descriptions.js';
import { SessionIdPipe } from '../sessions/session-id.pipe.js';
import { SessionScopes } from '../sessions/session-scopes.js';
import { MESSAGE_PAGE } from './messages.schema.js';

@ApiTags('sessions')
@Controller('sessions')
export class MessagesController {
  constructor(
    private readonly scopes: SessionScopes,
    private readonly store: StoreClient,
  ) {}

  @Get(':id/messages')
  @ApiOperation({ summary: 'What was said, in order' })
  @ApiSession()
  @ApiUser()
  @ApiPage()
  @ApiOkResponse({ schema: MESSAGE_PAGE })
  @ApiProblems(400, 404, 503)
  async list(
    @Param('id', SessionIdPipe) sessionId: SessionId,
    @Query() { limit, cursor, user_id }: ListQuery,
    @Req() request: FastifyRequest,
  ): Promise<Page<Message>> {
    const { threadId } = await this.scopes.of(request, sessionId, user_id);
    return this.store.call('message.list', { thread_id: threadId, limit, ...(cursor !== undefined && { cursor }) });
  }
}
