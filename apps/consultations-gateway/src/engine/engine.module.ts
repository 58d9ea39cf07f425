import { Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import {
  type AppLogger,
  LOGGER,
  OutageLog,
  Readiness,
  REDIS,
  type RedisConnection,
  RedisConnections,
  StoreClientModule,
} from '@parley/platform';
import { RunFollowers, RunLogReader } from '@parley/run-log';
import { GatewayConfig } from '../config.js';
import { AgentDirectory } from './agent-directory.js';
import { EngineHttp } from './engine-http.js';
import { ENGINE_TRANSPORT, type EngineTransport } from './engine-transport.js';
import { fetchAgents } from './fetch-agents.js';
import { HandoffQueue } from './handoff/handoff-queue.js';
import { HandoffTransport } from './handoff/handoff-transport.js';
import { NdjsonTransport } from './ndjson/ndjson-transport.js';
import { OrphanedRuns } from './orphaned-runs.js';

const DISPATCH_TIMEOUT_MS = 3000;

const engineHttp = ({ ENGINE_URL, INTERNAL_TOKEN }: GatewayConfig): EngineHttp =>
  new EngineHttp({ baseUrl: ENGINE_URL, internalToken: INTERNAL_TOKEN });

const agentDirectory = (http: EngineHttp, { ENGINE_URL }: GatewayConfig, logger: AppLogger): AgentDirectory =>
  new AgentDirectory(() => fetchAgents(http), new OutageLog(logger, `the engine (${ENGINE_URL})`));

const runFollowers = (commands: RedisConnection, connections: RedisConnections): RunFollowers =>
  new RunFollowers({ commands, subscriber: connections.open('subscriber') });

/** The way to the engine that the configuration chose; the other one opens no connection. */
function transport(
  config: GatewayConfig,
  followers: RunFollowers,
  connections: RedisConnections,
  http: EngineHttp,
  redis: RedisConnection,
  orphans: OrphanedRuns,
  logger: AppLogger,
): EngineTransport {
  switch (config.ENGINE_TRANSPORT) {
    case 'handoff':
      return new HandoffTransport(followers, new HandoffQueue(connections.open('bull-client')));
    case 'ndjson': {
      const silenceMs = 3 * Math.max(config.SSE_KEEPALIVE_MS, config.STALL_DETECT_MS);
      const options = {
        headersTimeoutMs: DISPATCH_TIMEOUT_MS,
        silenceMs,
        retryMs: Math.min(DISPATCH_TIMEOUT_MS, config.STALL_DETECT_MS),
      };
      return new NdjsonTransport(http, new RunLogReader(redis), orphans, options, logger);
    }
  }
}

/** Everything that reaches the engine, and what its runs say. */
@Module({
  imports: [StoreClientModule],
  providers: [
    OrphanedRuns,
    { provide: EngineHttp, inject: [GatewayConfig], useFactory: engineHttp },
    { provide: AgentDirectory, inject: [EngineHttp, GatewayConfig, LOGGER], useFactory: agentDirectory },
    { provide: RunFollowers, inject: [REDIS, RedisConnections], useFactory: runFollowers },
    {
      provide: ENGINE_TRANSPORT,
      inject: [GatewayConfig, RunFollowers, RedisConnections, EngineHttp, REDIS, OrphanedRuns, LOGGER],
      useFactory: transport,
    },
  ],
  exports: [AgentDirectory, EngineHttp, RunFollowers, ENGINE_TRANSPORT],
})
export class EngineModule implements OnApplicationShutdown {
  constructor(
    readiness: Readiness,
    agents: AgentDirectory,
    private readonly http: EngineHttp,
    private readonly followers: RunFollowers,
    @Inject(LOGGER) private readonly logger: AppLogger,
  ) {
    readiness.register('engine', () => agents.check());
  }

  async onApplicationShutdown(): Promise<void> {
    if (this.followers.size > 0) this.logger.warn(`leaving while ${this.followers.size} runs are followed`);
    this.followers.close();
    await this.http.close();
  }
}
