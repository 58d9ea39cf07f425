import { Controller, Get, NotFoundException, Param, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { BASE_PATH } from '../base-path.js';
import { AgentDirectory } from '../engine/agent-directory.js';
import { ConsoleFiles, type ServedFile } from './console-files.js';
import { homePage } from './home-page.js';
import { ASSET_HEADERS, CONSOLE_PAGE_HEADERS, PLAIN_PAGE_HEADERS } from './page-headers.js';

/** The console; where it has not been built, a plain page. */
@ApiExcludeController()
@Controller()
export class HomeController {
  constructor(
    private readonly agents: AgentDirectory,
    private readonly console: ConsoleFiles,
  ) {}

  @Get()
  async page(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const page = await this.console.page(request.headers['accept-encoding']);
    if (page) return void sendFile(reply.headers(CONSOLE_PAGE_HEADERS), page);
    const agents = await this.agents.list().catch(() => undefined);
    const plain = homePage({ origin: `${request.protocol}://${request.host}`, apiPath: `/${BASE_PATH}`, agents });
    void reply.headers(PLAIN_PAGE_HEADERS).type('text/html; charset=utf-8').send(plain);
  }

  @Get('assets/:name')
  async asset(@Param('name') name: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const asset = await this.console.asset(name, request.headers['accept-encoding']);
    if (!asset) throw new NotFoundException();
    void sendFile(reply.headers(ASSET_HEADERS), asset);
  }
}

function sendFile(reply: FastifyReply, { body, contentType, isGzipped }: ServedFile): FastifyReply {
  const encoding = isGzipped ? { 'content-encoding': 'gzip' } : {};
  return reply
    .headers({ vary: 'accept-encoding', ...encoding })
    .type(contentType)
    .send(body);
}
