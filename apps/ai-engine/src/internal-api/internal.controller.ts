import { Body, Controller, Get, Headers, HttpCode, Post, Query, Res, UseGuards, UsePipes } from '@nestjs/common';
import {
  CancelRequest,
  ExecuteRequest,
  languageOf,
  InternalResumeRequest,
  ParleyError,
  type AgentSummary,
  type Page,
  type PendingCard,
  type ThreadStateView,
} from '@parley/contracts';
import { bodyValidation, DrainGuard, InternalTokenGuard, StoreClient } from '@parley/platform';
import { goneSignal } from '@parley/wire/node';
import type { FastifyReply } from 'fastify';
import { AgentCatalog } from '../agents/agent-catalog.js';
import { EngineConfig } from '../config.js';
import { CancelRun } from './cancel-run.js';
import { InternalRuns, threadIdOfBody, type InternalCall } from './internal-runs.js';
import { StateView } from './state-view.js';
import { streamLines } from './stream-lines.js';

const STALLED_MS = 60_000;

/** The internal API (protocol, section 6), service to service. */
@Controller('api/v1/internal/ai')
@UseGuards(InternalTokenGuard)
@UsePipes(bodyValidation({ unknown: 'drop' }))
export class InternalController {
  constructor(
    private readonly agents: AgentCatalog,
    private readonly store: StoreClient,
    private readonly runs: InternalRuns,
    private readonly cancelRun: CancelRun,
    private readonly stateView: StateView,
    private readonly config: EngineConfig,
  ) {}

  @Get('agents')
  listAgents(): Page<AgentSummary> {
    return { items: this.agents.summaries(), next_cursor: null };
  }

  @Get('agent/pending_card')
  async pendingCard(@Query('thread_id') threadId: string = ''): Promise<PendingCard> {
    try {
      return await this.store.call('card.pending', { thread_id: threadIdOfBody(threadId) });
    } catch (error) {
      if (error instanceof ParleyError && error.code === 'session_not_found') return { has_pending_card: false, card: null };
      throw error;
    }
  }

  @Get('agent/state')
  state(@Query('thread_id') threadId: string = ''): Promise<ThreadStateView> {
    return this.stateView.of(threadIdOfBody(threadId));
  }

  @Post('agent/execute/stream')
  @UseGuards(DrainGuard)
  execute(@Body() body: ExecuteRequest, @Headers('accept-language') language: string, @Res() reply: FastifyReply): Promise<void> {
    return this.stream({ kind: 'chat', body }, language, reply);
  }

  @Post('agent/resume/stream')
  @UseGuards(DrainGuard)
  resume(
    @Body() body: InternalResumeRequest,
    @Headers('accept-language') language: string,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.stream({ kind: 'resume', body }, language, reply);
  }

  @Post('agent/cancel')
  @HttpCode(200)
  async cancel(@Body() { run_id }: CancelRequest): Promise<{ aborted: boolean }> {
    return { aborted: await this.cancelRun.cancel(run_id as Parameters<CancelRun['cancel']>[0]) };
  }

  private async stream(call: InternalCall, language: string | undefined, reply: FastifyReply): Promise<void> {
    const signal = goneSignal(reply.raw);
    const lang = languageOf(language, this.config.DEFAULT_LANG);
    const events = await this.runs.open(call, lang, signal);
    reply.hijack();
    await streamLines(reply.raw, events, { keepAliveMs: this.config.SSE_KEEPALIVE_MS, stalledMs: STALLED_MS, signal });
  }
}
