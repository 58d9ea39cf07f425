import { Body, Controller, HttpCode, Param, Post, Query, Req, Res, UseGuards } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ChatRequest, type SessionId, UserQuery } from '@parley/contracts';
import { DrainGuard } from '@parley/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiProblems, ApiRunAnswer, ApiSession, ApiUser } from '../openapi/descriptions.js';
import { RunEndpoint } from '../runs/run-endpoint.js';
import { SessionIdPipe } from '../sessions/session-id.pipe.js';
import { CHAT_BODY } from './chat.schema.js';
import { ChatService } from './chat.service.js';

@ApiTags('consultation')
@Controller('sessions')
export class ChatController {
  constructor(
    private readonly endpoint: RunEndpoint,
    private readonly chats: ChatService,
  ) {}

  @Post(':id/chat')
  @HttpCode(200)
  @UseGuards(DrainGuard)
  @ApiOperation({ summary: 'Say something to the agent; the answer is streamed' })
  @ApiSession()
  @ApiUser()
  @ApiBody({ schema: CHAT_BODY })
  @ApiRunAnswer()
  @ApiProblems(400, 404, 409, 410, 413, 415, 422, 502, 503, 504)
  async chat(
    @Param('id', SessionIdPipe) sessionId: SessionId,
    @Query() query: UserQuery,
    @Body() body: ChatRequest,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const call = { request, reply, kind: 'chat', sessionId, body, query } as const;
    await this.endpoint.serve(call, (ask) => this.chats.start(ask, body));
  }
}
