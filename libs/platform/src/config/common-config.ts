import { IsIn, IsInt, IsNotEmpty, IsOptional, Max, Min, MinLength, Validate } from 'class-validator';
import { IsRedisUrl } from './is-redis-url.js';
import { IsTcpUrl } from './is-tcp-url.js';
import { isLoopback } from './loopback.js';
import type { ConfigProblem } from './config-error.js';

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** What every service reads. Services extend it with their own variables; a property's initializer is its default. */
export class CommonConfig {
  @Validate(IsRedisUrl)
  REDIS_URL: string = 'redis://127.0.0.1:6379';

  /** The address all listeners of the app bind to. */
  @IsNotEmpty()
  HOST: string = '127.0.0.1';

  @IsIn(LOG_LEVELS)
  LOG_LEVEL: LogLevel = 'info';

  /** Shared by the services: proves that a call comes from one of them. */
  @IsOptional()
  @MinLength(16)
  INTERNAL_TOKEN?: string;

  @Validate(IsTcpUrl)
  SESSION_STORE_URL: string = 'tcp://127.0.0.1:3002';

  /** How long the work in hand may take to finish after SIGTERM. */
  @IsInt()
  @Min(0)
  @Max(3_600_000)
  DRAIN_TIMEOUT_MS: number = 25_000;

  /** How soon a dead worker is noticed. */
  @IsInt()
  @Min(100)
  @Max(600_000)
  STALL_DETECT_MS: number = 10_000;

  /** How long a run can be replayed after its end. */
  @IsInt()
  @Min(1)
  RUN_LOG_TTL_S: number = 3600;

  @IsInt()
  @Min(60)
  SESSION_TTL_S: number = 2_592_000;

  @IsIn(['zh', 'en'])
  DEFAULT_LANG: 'zh' | 'en' = 'zh';

  /** Rules between variables. Subclasses add theirs to `super.crossCheck()`; it is called when each value alone is right. */
  crossCheck(): ConfigProblem[] {
    return [];
  }
}

/** For services with an internal API: without a token they may be reached from this machine only. */
export class InternalServiceConfig extends CommonConfig {
  override crossCheck(): ConfigProblem[] {
    return [...super.crossCheck(), ...internalTokenProblems(this)];
  }
}

export function internalTokenProblems({ HOST, INTERNAL_TOKEN }: Pick<CommonConfig, 'HOST' | 'INTERNAL_TOKEN'>): ConfigProblem[] {
  if (INTERNAL_TOKEN !== undefined || isLoopback(HOST)) return [];
  return [{ name: 'INTERNAL_TOKEN', expected: `a secret of at least 16 characters, as HOST (${HOST}) is not loopback` }];
}
