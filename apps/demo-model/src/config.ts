import { isLogLevel, LOG_LEVELS, type LogLevel } from './log.js';

export interface Config {
  host: string;
  /** 0 lets the system choose one; the line that says "listening" names it. */
  port: number;
  /** Milliseconds between two tokens of a streamed text; 0 = as fast as the client reads. */
  paceMs: number;
  /** How long answers that are under way may take to end after a SIGTERM. */
  drainTimeoutMs: number;
  logLevel: LogLevel;
}

/** Everything that is wrong with the environment, at once. */
export class ConfigError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(['The configuration is wrong:', ...problems.map((problem) => `  ${problem}`)].join('\n'));
    this.name = 'ConfigError';
  }
}

/** The environment, and `.env` in the working directory for what it leaves open. Throws `ConfigError`. */
export function readConfig(): Config {
  try {
    process.loadEnvFile('.env');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT') throw new ConfigError([`.env: expected a readable file; got ${code ?? String(error)}`]);
  }
  return configFrom(process.env);
}

/** An empty variable counts as not set. Throws `ConfigError`. */
export function configFrom(env: Readonly<Record<string, string | undefined>>): Config {
  const problems: string[] = [];
  const textOf = (name: string) => env[name]?.trim() ?? '';

  const integer = (name: string, absent: number, max: number): number => {
    const text = textOf(name);
    if (text === '') return absent;
    if (/^\d+$/.test(text) && Number(text) <= max) return Number(text);
    problems.push(`${name}: expected an integer from 0 to ${max}; got "${text}"`);
    return absent;
  };

  const logLevel = (): LogLevel => {
    const text = textOf('LOG_LEVEL') || 'info';
    if (isLogLevel(text)) return text;
    problems.push(`LOG_LEVEL: expected one of ${LOG_LEVELS.join(', ')}; got "${text}"`);
    return 'info';
  };

  const config: Config = {
    host: textOf('HOST') || '127.0.0.1',
    port: integer('DEMO_MODEL_PORT', 3003, 65_535),
    paceMs: integer('DEMO_MODEL_PACE_MS', 15, 60_000),
    drainTimeoutMs: integer('DRAIN_TIMEOUT_MS', 25_000, 3_600_000),
    logLevel: logLevel(),
  };
  if (problems.length > 0) throw new ConfigError(problems);
  return config;
}
