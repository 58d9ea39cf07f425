import { Module, type DynamicModule, type Provider } from '@nestjs/common';
import { LOGGER, REDIS, RedisConnections, StoreClient, StoreClientModule, type AppLogger } from '@parley/platform';
import { RunAppender, RunFollowers, RunLease, type RedisClient } from '@parley/run-log';
import { AgentCatalog } from './agents/agent-catalog.js';
import { RedisCheckpointer } from './checkpoint/redis-checkpointer.js';
import { EngineConfig } from './config.js';
import { Consultation } from './graph/consultation.js';
import { CancelRun } from './internal-api/cancel-run.js';
import { InternalController } from './internal-api/internal.controller.js';
import { InternalRuns } from './internal-api/internal-runs.js';
import { StateView } from './internal-api/state-view.js';
import { ModelClient } from './model/model-client.js';
import { RUN_FOLLOWERS, SUBSCRIBER } from './redis.js';
import { ActiveRuns } from './run/active-runs.js';
import { CloseTools } from './run/close-tools.js';
import { ControlListener } from './run/control-listener.js';
import { EngineDrain } from './run/engine-drain.js';
import { LeaseKeeper } from './run/lease-keeper.js';
import { PinoEngineLog } from './run/pino-engine-log.js';
import { stallTimes } from './run/stall-times.js';
import { TurnRunner } from './run/turn-runner.js';
import { TurnStarter } from './run/turn-starter.js';
import { Tools } from './tools/tools.js';
import { FailedJobs } from './worker/failed-jobs.js';
import { HandoffQueue } from './worker/handoff-queue.js';
import { RefusedJobs } from './worker/refused-jobs.js';
import { QueueWorker } from './worker/queue-worker.js';

const REDIS_PROVIDERS: Provider[] = [
  {
    provide: SUBSCRIBER,
    inject: [RedisConnections],
    useFactory: (connections: RedisConnections) => connections.open('subscriber'),
  },
  {
    provide: RUN_FOLLOWERS,
    inject: [REDIS, SUBSCRIBER],
    useFactory: (commands: RedisClient, subscriber: RedisClient) => new RunFollowers({ commands, subscriber }),
  },
];

const RUN_PROVIDERS: Provider[] = [
  ActiveRuns,
  ControlListener,
  LeaseKeeper,
  {
    provide: Consultation,
    inject: [RedisConnections, EngineConfig],
    // A checkpoint waits for Redis rather than fail its turn; the fence keeps it from coming too late.
    useFactory: (connections: RedisConnections, { SESSION_TTL_S }: EngineConfig) =>
      new Consultation(new RedisCheckpointer(connections.open('worker'), { keep: 1, ttlS: SESSION_TTL_S, fenced: true })),
  },
  {
    provide: ModelClient,
    inject: [EngineConfig],
    useFactory: ({ MODEL_BASE_URL, MODEL_API_KEY }: EngineConfig) =>
      new ModelClient({ baseURL: MODEL_BASE_URL, apiKey: MODEL_API_KEY ?? '' }),
  },
  {
    provide: Tools,
    inject: [LOGGER],
    useFactory: (logger: AppLogger) => new Tools({ log: new PinoEngineLog(logger).ofSkill({}) }),
  },
  {
    provide: TurnRunner,
    inject: [StoreClient, REDIS, AgentCatalog, Consultation, ModelClient, Tools, ActiveRuns, EngineConfig, LOGGER],
    useFactory: (
      store: StoreClient,
      redis: RedisClient,
      agents: AgentCatalog,
      consultation: Consultation,
      model: ModelClient,
      tools: Tools,
      activeRuns: ActiveRuns,
      { STALL_DETECT_MS }: EngineConfig,
      logger: AppLogger,
    ) =>
      new TurnRunner({
        ...{ store, agents, consultation, model, tools, activeRuns },
        appender: new RunAppender(redis),
        leases: new RunLease(redis),
        leaseMs: stallTimes(STALL_DETECT_MS).leaseMs,
        log: new PinoEngineLog(logger),
      }),
  },
  {
    provide: TurnStarter,
    inject: [StoreClient, AgentCatalog, EngineConfig],
    useFactory: (store: StoreClient, agents: AgentCatalog, { DEFAULT_AGENT, QUEUE_TIMEOUT_MS }: EngineConfig) =>
      new TurnStarter({ store, agents, defaultAgent: DEFAULT_AGENT, queueTimeoutMs: QUEUE_TIMEOUT_MS }),
  },
  HandoffQueue,
  FailedJobs,
  RefusedJobs,
  QueueWorker,
  EngineDrain,
  CloseTools,
];

/** The engine: agents and what runs them, worked off the queue, the internal API, or both. */
@Module({})
export class AppModule {
  static with(agents: AgentCatalog, role: EngineConfig['ENGINE_ROLE']): DynamicModule {
    return {
      module: AppModule,
      imports: [StoreClientModule],
      controllers: role === 'worker' ? [] : [InternalController],
      providers: [
        { provide: AgentCatalog, useValue: agents },
        ...REDIS_PROVIDERS,
        ...RUN_PROVIDERS,
        InternalRuns,
        CancelRun,
        StateView,
      ],
    };
  }
}
