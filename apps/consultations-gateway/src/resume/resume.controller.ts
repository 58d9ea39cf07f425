import { Body, Controller, HttpCode, Param, Post, Query, Req, Res, UseGuards } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ResumeRequest, type SessionId, UserQuery } from '@parley/contracts';
import { DrainGuard } from '@parley/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiProblems, ApiRunAnswer, ApiSession, ApiUser } from '../openapi/descriptions.js';
import { RunEndpoint } from '../runs/run-endpoint.js';
import { SessionIdPipe } from '../sessions/session-id.pipe.js';
import { RESUME_BODY } from './resume.schema.js';
import { ResumeService } from './resume.service.js';

@ApiTags('consultation')
@Controller('sessions')
export class ResumeController {
  constructor(
    private readonly endpoint: RunEndpoint,
    private readonly resumes: ResumeService,
  ) {}

  @Post(':id/resume')
  @HttpCode(200)
  @UseGuards(DrainGuard)
  @ApiOperation({ summary: 'Answer the pending card; the turn goes on and is streamed' })
  @ApiSession()
  @ApiUser()
  @ApiBody({ schema: RESUME_BODY })
  @ApiRunAnswer()
  @ApiProblems(400, 404, 409, 410, 413, 415, 422, 502, 503, 504)
  async resume(
    @Param('id', SessionIdPipe) sessionId: SessionId,
    @Query() query: UserQuery,
    @Body() body: ResumeRequest,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const call = { request, reply, kind: 'resume', sessionId, body, query } as const;
    await this.endpoint.serve(call, (ask) => this.resumes.start(ask, body));
  }
}
