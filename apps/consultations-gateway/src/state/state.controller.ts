import { Controller, Get, Param, Query, Req } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { type SessionId, type ThreadStateView, UserQuery } from '@parley/contracts';
import type { FastifyRequest } from 'fastify';
import { ApiProblems, ApiSession, ApiUser } from '../openapi/descriptions.js';
import { SessionIdPipe } from '../sessions/session-id.pipe.js';
import { SessionScopes } from '../sessions/session-scopes.js';
import { THREAD_STATE } from './state.schema.js';
import { StateService } from './state.service.js';

@ApiTags('development')
@Controller('sessions')
export class StateController {
  constructor(
    private readonly scopes: SessionScopes,
    private readonly states: StateService,
  ) {}

  /** For who writes an agent: what it holds may never have been meant for its user. */
  @Get(':id/state')
  @ApiOperation({ summary: 'What the agents of the session know, and why their skills run or do not; not in production' })
  @ApiSession()
  @ApiUser()
  @ApiOkResponse({ schema: THREAD_STATE })
  @ApiProblems(400, 403, 404, 503)
  async get(
    @Param('id', SessionIdPipe) sessionId: SessionId,
    @Query() { user_id }: UserQuery,
    @Req() request: FastifyRequest,
  ): Promise<ThreadStateView> {
    const { threadId } = await this.scopes.of(request, sessionId, user_id);
    return this.states.of(threadId);
  }
}
