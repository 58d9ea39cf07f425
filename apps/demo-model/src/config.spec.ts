import { ConfigError, configFrom } from './config.js';

const problemsOf = (env: Record<string, string>): readonly string[] => {
  try {
    configFrom(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
};

test('nothing is set, or only to nothing → the defaults', () => {
  const defaults = { host: '127.0.0.1', port: 3003, paceMs: 15, drainTimeoutMs: 25_000, logLevel: 'info' };
  expect(configFrom({})).toEqual(defaults);
  expect(configFrom({ HOST: ' ', DEMO_MODEL_PORT: '', DEMO_MODEL_PACE_MS: '', LOG_LEVEL: '' })).toEqual(defaults);
});

test('all is set → as set', () => {
  const env = { HOST: '0.0.0.0', DEMO_MODEL_PORT: '0', DEMO_MODEL_PACE_MS: '0', DRAIN_TIMEOUT_MS: '1', LOG_LEVEL: 'debug' };
  expect(configFrom(env)).toEqual({ host: '0.0.0.0', port: 0, paceMs: 0, drainTimeoutMs: 1, logLevel: 'debug' });
});

test('three wrong values → all three in one error', () => {
  expect(problemsOf({ DEMO_MODEL_PORT: '70000', DEMO_MODEL_PACE_MS: '-1', LOG_LEVEL: 'loud' })).toEqual([
    'DEMO_MODEL_PORT: expected an integer from 0 to 65535; got "70000"',
    'DEMO_MODEL_PACE_MS: expected an integer from 0 to 60000; got "-1"',
    'LOG_LEVEL: expected one of trace, debug, info, warn, error, fatal, silent; got "loud"',
  ]);
});

test.each(['3e3', '3003.5', '0x10', 'three', '-1'])('port %j → refused', (port) => {
  expect(problemsOf({ DEMO_MODEL_PORT: port })).toHaveLength(1);
});
