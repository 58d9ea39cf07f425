import { IsBoolean, IsInt, IsNumber, IsOptional, Max, Min } from 'class-validator';
import { CommonConfig, InternalServiceConfig } from './common-config.js';
import { ConfigError, type ConfigProblem } from './config-error.js';
import { loadConfig } from './load-config.js';

class ServiceConfig extends CommonConfig {
  @IsInt()
  @Min(1)
  @Max(65_535)
  PORT: number = 3000;

  @IsNumber()
  RATIO: number = 0.5;

  @IsBoolean()
  ALLOW: boolean = false;

  @IsOptional()
  @IsInt()
  LIMIT?: number;

  /** Not validated: not a variable. */
  derived = 'untouched';
}

function problemsOf(Class: new () => object, env: Record<string, string>): readonly ConfigProblem[] {
  try {
    loadConfig(Class, env);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

describe('loadConfig', () => {
  test('nothing set → the documented defaults', () => {
    expect(loadConfig(ServiceConfig, {})).toEqual(
      expect.objectContaining({
        REDIS_URL: 'redis://127.0.0.1:6379',
        HOST: '127.0.0.1',
        LOG_LEVEL: 'info',
        SESSION_STORE_URL: 'tcp://127.0.0.1:3002',
        DRAIN_TIMEOUT_MS: 25_000,
        STALL_DETECT_MS: 10_000,
        RUN_LOG_TTL_S: 3600,
        SESSION_TTL_S: 2_592_000,
        DEFAULT_LANG: 'zh',
        PORT: 3000,
      }),
    );
  });

  test.each<[string, string, keyof ServiceConfig, unknown]>([
    ['a number', '8080', 'PORT', 8080],
    ['a number with spaces around', ' 8080 ', 'PORT', 8080],
    ['a fraction', '0.25', 'RATIO', 0.25],
    ['true', 'true', 'ALLOW', true],
    ['1', '1', 'ALLOW', true],
    ['false, which is not a non-empty text', 'false', 'ALLOW', false],
    ['0', '0', 'ALLOW', false],
    ['an empty text', '', 'PORT', 3000],
    ['spaces only', '  ', 'PORT', 3000],
    ['an optional number', '7', 'LIMIT', 7],
    ['an optional one that is empty', '', 'LIMIT', undefined],
    ['an unvalidated property', 'changed', 'derived', 'untouched'],
  ])('%s → read by the type of its property', (_what, text, name, expected) => {
    expect(loadConfig(ServiceConfig, { [name]: text })[name]).toBe(expected);
  });

  test.each([
    ['PORT', '0'],
    ['PORT', '65536'],
    ['PORT', '80x'],
    ['PORT', '8.5'],
    ['PORT', '0x50'],
    ['PORT', 'NaN'],
    ['PORT', '1e3'],
    ['ALLOW', 'yes'],
    ['LIMIT', 'many'],
    ['LOG_LEVEL', 'loud'],
    ['DEFAULT_LANG', 'de'],
    ['REDIS_URL', 'http://127.0.0.1'],
    ['REDIS_URL', 'redis+sentinel://127.0.0.1:26379'],
    ['SESSION_STORE_URL', 'http://127.0.0.1:3002'],
    ['SESSION_STORE_URL', 'tcp://127.0.0.1:65536'],
    ['SESSION_STORE_URL', 'tcp://127.0.0.1'],
    ['INTERNAL_TOKEN', 'short'],
  ])('%s=%s → refused by its name', (name, text) => {
    expect(problemsOf(ServiceConfig, { [name]: text }).map((problem) => problem.name)).toEqual([name]);
  });

  test('several wrong values → one error with name, expectation and value of each', () => {
    expect(() => loadConfig(ServiceConfig, { PORT: '99999', ALLOW: 'yes', DEFAULT_LANG: 'de' })).toThrow(
      [
        'The configuration is wrong:',
        '  PORT: expected not greater than 65535; got "99999"',
        '  ALLOW: expected a boolean value; got "yes"',
        '  DEFAULT_LANG: expected one of the following values: zh, en; got "de"',
      ].join('\n'),
    );
  });

  test('a wrong value and a broken rule between others → both are told', () => {
    const problems = problemsOf(InternalServiceConfig, { HOST: '0.0.0.0', DEFAULT_LANG: 'de' });
    expect(problems.map(({ name }) => name)).toEqual(['DEFAULT_LANG', 'INTERNAL_TOKEN']);
    expect(problemsOf(InternalServiceConfig, { HOST: '0.0.0.0', INTERNAL_TOKEN: 'short' })).toHaveLength(1);
  });

  test('a secret that is wrong → its length is told, its value is not', () => {
    const [problem] = problemsOf(ServiceConfig, { INTERNAL_TOKEN: 'tooshort' });
    expect(problem?.came).toBe('a value of 8 characters (not shown)');
  });

  test('a wrong URL with a password → told without the password', () => {
    const [problem] = problemsOf(ServiceConfig, { REDIS_URL: 'rediss://me:geh@eim@host:1/x' });
    expect(problem?.came).toBe('"rediss://me:***@host:1/x"');
  });

  test.each([
    ['127.0.0.1', 0],
    ['127.8.9.1', 0],
    ['localhost', 0],
    ['::1', 0],
    ['[::1]', 0],
    ['0.0.0.0', 1],
    ['::', 1],
    ['10.0.0.7', 1],
    ['127.0.0.1.example.org', 1],
  ])('an internal API on HOST=%s without a token → %i problems', (HOST, count) => {
    expect(problemsOf(InternalServiceConfig, { HOST })).toHaveLength(count);
    expect(problemsOf(InternalServiceConfig, { HOST, INTERNAL_TOKEN: 'a-token-long-enough' })).toEqual([]);
  });
});
