import { InternalServiceConfig, readConfig } from '@parley/platform';
import { IsIn, IsInt, IsNotEmpty, IsOptional, IsString, IsUrl, Max, Min } from 'class-validator';

/** What ai-engine reads from the environment. Agents' files may name further variables. */
export class EngineConfig extends InternalServiceConfig {
  @IsInt()
  @Min(1)
  @Max(65535)
  ENGINE_PORT: number = 3001;

  /** `api`: the internal HTTP API alone; `worker`: the queue alone. */
  @IsIn(['all', 'api', 'worker'])
  ENGINE_ROLE: 'all' | 'api' | 'worker' = 'all';

  /** How many runs of the queue this process works on at once. */
  @IsInt()
  @Min(1)
  @Max(10_000)
  ENGINE_CONCURRENCY: number = 100;

  /** A folder of agents of one's own. */
  @IsOptional()
  @IsString()
  AGENTS_DIR?: string;

  /** An OpenAI-compatible server, with its `/v1`; the demo model where nothing else is said. */
  @IsUrl({ require_tld: false, require_protocol: true, protocols: ['http', 'https'] })
  MODEL_BASE_URL: string = 'http://127.0.0.1:3003/v1';

  @IsOptional()
  @IsString()
  MODEL_API_KEY?: string;

  @IsInt()
  @Min(10)
  SSE_KEEPALIVE_MS: number = 15_000;

  @IsInt()
  @Min(100)
  QUEUE_TIMEOUT_MS: number = 60_000;

  @IsNotEmpty()
  DEFAULT_AGENT: string = 'loan-dispute';
}

export const loadEngineConfig = (): EngineConfig => readConfig(EngineConfig);

/** All of the environment: placeholders in agents' files name variables of their own. */
export const environment = (): Readonly<Record<string, string | undefined>> => process.env;
