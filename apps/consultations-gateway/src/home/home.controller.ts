import { Controller, Get, Header, Req } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { BASE_PATH } from '../base-path.js';
import { AgentDirectory } from '../engine/agent-directory.js';
import { homePage } from './home-page.js';

@ApiExcludeController()
@Controller()
export class HomeController {
  constructor(private readonly agents: AgentDirectory) {}

  @Get()
  @Header('content-type', 'text/html; charset=utf-8')
  @Header('cache-control', 'no-store')
  @Header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
  async get(@Req() request: FastifyRequest): Promise<string> {
    const agents = await this.agents.list().catch(() => undefined);
    return homePage({ origin: `${request.protocol}://${request.host}`, apiPath: `/${BASE_PATH}`, agents });
  }
}
