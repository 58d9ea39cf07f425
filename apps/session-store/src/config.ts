import { InternalServiceConfig, readConfig } from '@parley/platform';
import { IsInt, Max, Min } from 'class-validator';

/** What session-store reads from the environment. */
export class SessionStoreConfig extends InternalServiceConfig {
  /** TCP, for the other services. */
  @IsInt()
  @Min(1)
  @Max(65535)
  SESSION_STORE_PORT: number = 3002;

  /** HTTP, for health and metrics. */
  @IsInt()
  @Min(1)
  @Max(65535)
  SESSION_STORE_HTTP_PORT: number = 3012;

  get logTtlMs(): number {
    return this.RUN_LOG_TTL_S * 1000;
  }

  get sessionTtlMs(): number {
    return this.SESSION_TTL_S * 1000;
  }
}

export const loadSessionStoreConfig = (): SessionStoreConfig => readConfig(SessionStoreConfig);
