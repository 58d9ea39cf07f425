import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import { ApiHeader, ApiOperation, ApiQuery, ApiTags } from '@nestjs/swagger';
import { languageOf, type RunId, type SessionId, StreamQuery } from '@parley/contracts';
import { goneSignal } from '@parley/wire/node';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { GatewayConfig } from '../config.js';
import { ApiProblems, ApiRunStream, ApiSession, ApiUser } from '../openapi/descriptions.js';
import { RunResponder } from '../runs/run-responder.js';
import { SessionIdPipe } from '../sessions/session-id.pipe.js';
import { SessionScopes } from '../sessions/session-scopes.js';
import { lastEventOf } from './last-event-id.js';
import { noFrames, replayFrames } from './replay-frames.js';
import { ReplayService } from './replay.service.js';

@ApiTags('consultation')
@Controller('sessions')
export class StreamController {
  constructor(
    private readonly scopes: SessionScopes,
    private readonly replays: ReplayService,
    private readonly responder: RunResponder,
    private readonly config: GatewayConfig,
  ) {}

  @Get(':id/stream')
  @ApiOperation({ summary: 'Come back to a run: what was missed, then what comes' })
  @ApiSession()
  @ApiUser()
  @ApiQuery({ name: 'run_id', required: false, description: 'Without it: the active run, else the latest.' })
  @ApiHeader({ name: 'Last-Event-ID', required: false, description: 'The id of the last frame that was seen, `<run_id>:<seq>`.' })
  @ApiRunStream()
  @ApiProblems(400, 404, 410, 503)
  async stream(
    @Param('id', SessionIdPipe) sessionId: SessionId,
    @Query() { run_id, user_id }: StreamQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { headers } = request;
    const lastEvent = lastEventOf(headers['last-event-id'], run_id);
    const language = languageOf(headers['accept-language'], this.config.DEFAULT_LANG);
    const scope = await this.scopes.of(request, sessionId, user_id);
    const viewer = goneSignal(reply.raw);
    const runId = run_id as RunId | undefined;
    const { replay, run, isOver } = await this.replays.open({ scope, runId, lastEvent, language, viewer });
    const frames = isOver ? noFrames() : this.responder.framesOf(run, viewer);
    await this.responder.respondStream(reply, run, viewer, replayFrames(replay, frames));
  }
}
