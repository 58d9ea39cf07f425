import { Body, Controller, HttpCode, Param, Post, Query, Req } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { AbortRequest, type RunId, type SessionId, type StoreCalls, UserQuery } from '@parley/contracts';
import { StoreClient } from '@parley/platform';
import type { FastifyRequest } from 'fastify';
import { ApiProblems, ApiSession, ApiUser } from '../openapi/descriptions.js';
import { SessionIdPipe } from '../sessions/session-id.pipe.js';
import { SessionScopes } from '../sessions/session-scopes.js';
import { ABORT_BODY, ABORTED } from './abort.schema.js';

@ApiTags('consultation')
@Controller('sessions')
export class TurnAbortController {
  constructor(
    private readonly scopes: SessionScopes,
    private readonly store: StoreClient,
  ) {}

  /** The store closes the run's log and tells the engine; whoever follows the run sees `preempted`. */
  @Post(':id/abort')
  @HttpCode(200)
  @ApiOperation({ summary: 'Stop the running turn, whichever machine runs it' })
  @ApiSession()
  @ApiUser()
  @ApiBody({ schema: ABORT_BODY, required: false })
  @ApiOkResponse({ schema: ABORTED })
  @ApiProblems(400, 404, 413, 415, 503)
  async abort(
    @Param('id', SessionIdPipe) sessionId: SessionId,
    @Query() query: UserQuery,
    @Body() body: AbortRequest,
    @Req() request: FastifyRequest,
  ): Promise<StoreCalls['turn.abort']['answer']> {
    const { threadId } = await this.scopes.of(request, sessionId, body.user_id ?? query.user_id);
    const runId = body.run_id as RunId | undefined;
    return this.store.call('turn.abort', { thread_id: threadId, ...(runId && { run_id: runId }), reason: 'aborted' });
  }
}
