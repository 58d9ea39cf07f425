import { IsBoolean, IsIn, IsInt, IsNotEmpty, IsOptional, IsUrl, Matches, Max, Min } from 'class-validator';
import { CommonConfig, type ConfigProblem, isLoopback } from '@parley/platform';

export const ENGINE_TRANSPORTS = ['handoff', 'ndjson'] as const;
export const AUTH_MODES = ['none', 'jwt'] as const;

const HOUR_MS = 3_600_000;

/** What the gateway reads from the environment. */
export class GatewayConfig extends CommonConfig {
  @IsInt()
  @Min(1)
  @Max(65_535)
  GATEWAY_PORT: number = 3000;

  /** Where an engine answers: the list of agents, and with the ndjson transport the runs. */
  @IsUrl(
    { protocols: ['http', 'https'], require_protocol: true, require_tld: false },
    { message: 'must be http://<host>:<port>' },
  )
  ENGINE_URL: string = 'http://127.0.0.1:3001';

  /** How a run gets to the engine; clients cannot tell. */
  @IsIn(ENGINE_TRANSPORTS)
  ENGINE_TRANSPORT: (typeof ENGINE_TRANSPORTS)[number] = 'handoff';

  /** Silence after which a stream gets a comment. */
  @IsInt()
  @Min(1)
  @Max(HOUR_MS)
  SSE_KEEPALIVE_MS: number = 15_000;

  /** How long a follower may take nothing before it is disconnected. */
  @IsInt()
  @Min(1)
  @Max(HOUR_MS)
  STALLED_READER_MS: number = 60_000;

  /** How long a run may wait for a worker. */
  @IsInt()
  @Min(1)
  @Max(24 * HOUR_MS)
  QUEUE_TIMEOUT_MS: number = 60_000;

  /** How long a run goes on after its last follower has left; 0 = not at all. */
  @IsInt()
  @Min(0)
  @Max(24 * HOUR_MS)
  DISCONNECT_GRACE_MS: number = 10_000;

  /** The agent of a session whose first message names none. */
  @IsNotEmpty()
  DEFAULT_AGENT: string = 'loan-dispute';

  /** Lets developers see what the agents of a session know; absent = outside production. */
  @IsOptional()
  @IsBoolean()
  EXPOSE_STATE?: boolean;

  @IsOptional()
  @IsNotEmpty()
  NODE_ENV?: string;

  @IsIn(AUTH_MODES)
  AUTH_MODE: (typeof AUTH_MODES)[number] = 'none';

  /** Lets an app without authentication listen on more than loopback. */
  @IsBoolean()
  ALLOW_INSECURE: boolean = false;

  /** Pages of other origins that may ask, separated by commas; none by default. Not `*`: that would let in whatever its users look at. */
  @IsOptional()
  @Matches(/^https?:\/\/[^\s,/*?#@A-Z]+(\s*,\s*https?:\/\/[^\s,/*?#@A-Z]+)*$/, {
    message: 'must be origins as browsers write them, in small letters: https://app.example.org, separated by commas',
  })
  CORS_ORIGINS?: string;

  /** Requests per user and per address; 0 = off. */
  @IsInt()
  @Min(0)
  RATE_LIMIT_PER_MINUTE: number = 0;

  /** Open streams per user; 0 = off. */
  @IsInt()
  @Min(0)
  MAX_STREAMS_PER_USER: number = 0;

  get corsOrigins(): string[] {
    return this.CORS_ORIGINS?.split(/\s*,\s*/) ?? [];
  }

  get exposesState(): boolean {
    return this.EXPOSE_STATE ?? this.NODE_ENV !== 'production';
  }

  override crossCheck(): ConfigProblem[] {
    return [...super.crossCheck(), ...this.accessProblems(), ...this.limitProblems()];
  }

  private accessProblems(): ConfigProblem[] {
    if (this.AUTH_MODE === 'jwt')
      return [
        { name: 'AUTH_MODE', expected: 'none: jwt, with AUTH_JWT_SECRET or AUTH_JWKS_URL, is not supported yet', came: '"jwt"' },
      ];
    if (isLoopback(this.HOST) || this.ALLOW_INSECURE) return [];
    return [
      {
        name: 'AUTH_MODE',
        expected: 'a mode that verifies users, as HOST is not loopback; ALLOW_INSECURE=true to let everybody in all the same',
        came: `"${this.AUTH_MODE}" with HOST "${this.HOST}"`,
      },
    ];
  }

  /** A limit that is asked for and not kept would be worse than none. */
  private limitProblems(): ConfigProblem[] {
    return (['RATE_LIMIT_PER_MINUTE', 'MAX_STREAMS_PER_USER'] as const)
      .filter((name) => this[name] > 0)
      .map((name) => ({ name, expected: '0: limits are not supported yet', came: String(this[name]) }));
  }
}
