import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiBody, ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags, ApiCreatedResponse } from '@nestjs/swagger';
import { CreateSessionRequest, ListQuery, type Page, type Session, type SessionId, UserQuery } from '@parley/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiPage, ApiProblems, ApiSession, ApiUser } from '../openapi/descriptions.js';
import { SessionIdPipe } from './session-id.pipe.js';
import { SessionScopes } from './session-scopes.js';
import { CREATE_SESSION_BODY, SESSION, SESSION_PAGE } from './sessions.schema.js';
import { SessionsService } from './sessions.service.js';

@ApiTags('sessions')
@Controller('sessions')
export class SessionsController {
  constructor(
    private readonly scopes: SessionScopes,
    private readonly sessions: SessionsService,
  ) {}

  @Post()
  @ApiOperation({ summary: 'Create a session; one that exists is answered unchanged' })
  @ApiUser()
  @ApiBody({ schema: CREATE_SESSION_BODY })
  @ApiCreatedResponse({ description: 'It was created', schema: SESSION })
  @ApiOkResponse({ description: 'It existed', schema: SESSION })
  @ApiProblems(400, 404, 413, 415, 503)
  async create(
    @Query() query: UserQuery,
    @Body() body: CreateSessionRequest,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Session> {
    const sessionId = (body.session_id as SessionId | undefined) ?? this.sessions.newId();
    const scope = await this.scopes.of(request, sessionId, body.user_id ?? query.user_id);
    const { session, created } = await this.sessions.create(scope, body);
    void reply.status(created ? 201 : 200);
    return session;
  }

  @Get()
  @ApiOperation({ summary: 'Own sessions, latest first' })
  @ApiUser()
  @ApiPage()
  @ApiOkResponse({ schema: SESSION_PAGE })
  @ApiProblems(400, 503)
  async list(@Query() query: ListQuery, @Req() request: FastifyRequest): Promise<Page<Session>> {
    return this.sessions.list(await this.scopes.caller(request, query.user_id), query);
  }

  @Get(':id')
  @ApiOperation({ summary: 'One session' })
  @ApiSession()
  @ApiUser()
  @ApiOkResponse({ schema: SESSION })
  @ApiProblems(400, 404, 503)
  async get(
    @Param('id', SessionIdPipe) sessionId: SessionId,
    @Query() { user_id }: UserQuery,
    @Req() request: FastifyRequest,
  ): Promise<Session> {
    return this.sessions.get(await this.scopes.of(request, sessionId, user_id));
  }

  @Delete(':id')
  @HttpCode(204)
  @ApiOperation({ summary: 'Delete a session and everything of it' })
  @ApiSession()
  @ApiUser()
  @ApiNoContentResponse()
  @ApiProblems(400, 404, 503)
  async delete(
    @Param('id', SessionIdPipe) sessionId: SessionId,
    @Query() { user_id }: UserQuery,
    @Req() request: FastifyRequest,
  ): Promise<void> {
    await this.sessions.delete(await this.scopes.of(request, sessionId, user_id));
  }
}
