import { Controller, Get, Param, Query, Req } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { type PendingCard, type SessionId, UserQuery } from '@parley/contracts';
import { StoreClient } from '@parley/platform';
import type { FastifyRequest } from 'fastify';
import { ApiProblems, ApiSession, ApiUser } from '../openapi/descriptions.js';
import { SessionIdPipe } from '../sessions/session-id.pipe.js';
import { SessionScopes } from '../sessions/session-scopes.js';
import { PENDING_CARD } from './pending-card.schema.js';

@ApiTags('consultation')
@Controller('sessions')
export class PendingCardController {
  constructor(
    private readonly scopes: SessionScopes,
    private readonly store: StoreClient,
  ) {}

  /** Asked of the store, not of the engine: it works while no engine runs. */
  @Get(':id/pending_card')
  @ApiOperation({ summary: 'The card that waits for answers' })
  @ApiSession()
  @ApiUser()
  @ApiOkResponse({ schema: PENDING_CARD })
  @ApiProblems(400, 404, 503)
  async get(
    @Param('id', SessionIdPipe) sessionId: SessionId,
    @Query() { user_id }: UserQuery,
    @Req() request: FastifyRequest,
  ): Promise<PendingCard> {
    const { threadId } = await this.scopes.of(request, sessionId, user_id);
    return this.store.call('card.pending', { thread_id: threadId });
  }
}
