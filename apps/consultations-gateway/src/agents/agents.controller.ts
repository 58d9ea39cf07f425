import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { type Page, type PublicAgent, UserQuery } from '@parley/contracts';
import { GatewayConfig } from '../config.js';
import { AgentDirectory } from '../engine/agent-directory.js';
import { ApiProblems, ApiUser } from '../openapi/descriptions.js';
import { AGENT_PAGE } from './agents.schema.js';

@ApiTags('agents')
@Controller('agents')
export class AgentsController {
  constructor(
    private readonly agents: AgentDirectory,
    private readonly config: GatewayConfig,
  ) {}

  @Get()
  @ApiOperation({ summary: 'The agents a user can choose' })
  @ApiUser()
  @ApiOkResponse({ schema: AGENT_PAGE })
  @ApiProblems(400, 503)
  async list(@Query() _query: UserQuery): Promise<Page<PublicAgent>> {
    const agents = (await this.agents.list()).map(({ policies: _policies, timeout_ms: _timeoutMs, ...agent }) => agent);
    // What a session gets that names none comes first: a page may offer it as the server would take it.
    const isDefault = ({ agent_id }: PublicAgent): boolean => agent_id === this.config.DEFAULT_AGENT;
    return { items: [...agents.filter(isDefault), ...agents.filter((agent) => !isDefault(agent))], next_cursor: null };
  }
}
