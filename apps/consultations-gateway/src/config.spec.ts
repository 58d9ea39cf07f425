import { ConfigError, loadConfig } from '@parley/platform';
import { GatewayConfig } from './config.js';

const namesOf = (env: Record<string, string>): string[] => {
  try {
    loadConfig(GatewayConfig, env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems.map(({ name }) => name);
    throw error;
  }
};

describe('GatewayConfig', () => {
  it('is complete with an empty environment', () => {
    expect(loadConfig(GatewayConfig, {})).toMatchObject({
      GATEWAY_PORT: 3000,
      ENGINE_URL: 'http://127.0.0.1:3001',
      ENGINE_TRANSPORT: 'handoff',
      SSE_KEEPALIVE_MS: 15_000,
      STALLED_READER_MS: 60_000,
      QUEUE_TIMEOUT_MS: 60_000,
      DISCONNECT_GRACE_MS: 10_000,
      DEFAULT_AGENT: 'loan-dispute',
      AUTH_MODE: 'none',
    });
  });

  it.each<[string, Record<string, string>, string[]]>([
    [
      'two values of the wrong kind → both are named',
      { GATEWAY_PORT: 'abc', SSE_KEEPALIVE_MS: '-5' },
      ['GATEWAY_PORT', 'SSE_KEEPALIVE_MS'],
    ],
    ['an unknown mode', { AUTH_MODE: 'maybe' }, ['AUTH_MODE']],
    ['an unknown transport', { ENGINE_TRANSPORT: 'pigeon' }, ['ENGINE_TRANSPORT']],
    ['an engine without a scheme', { ENGINE_URL: 'engine:3001' }, ['ENGINE_URL']],
    ['verified users, which come later', { AUTH_MODE: 'jwt' }, ['AUTH_MODE']],
    ['everybody let in on all addresses', { HOST: '0.0.0.0' }, ['AUTH_MODE']],
    ['the same, on purpose', { HOST: '0.0.0.0', ALLOW_INSECURE: 'true' }, []],
    [
      'limits, which come later',
      { RATE_LIMIT_PER_MINUTE: '5', MAX_STREAMS_PER_USER: '2' },
      ['RATE_LIMIT_PER_MINUTE', 'MAX_STREAMS_PER_USER'],
    ],
    ['any page at all', { CORS_ORIGINS: '*' }, ['CORS_ORIGINS']],
    ['an origin with a path', { CORS_ORIGINS: 'https://app.example.org/' }, ['CORS_ORIGINS']],
    ['an origin that no browser writes so', { CORS_ORIGINS: 'https://App.example.org' }, ['CORS_ORIGINS']],
    ['an origin with a user', { CORS_ORIGINS: 'https://ann@app.example.org' }, ['CORS_ORIGINS']],
    ['two origins', { CORS_ORIGINS: 'https://app.example.org, http://localhost:5173' }, []],
    ['limits that are off', { RATE_LIMIT_PER_MINUTE: '0', MAX_STREAMS_PER_USER: '0' }, []],
    ['a host name as engine', { ENGINE_URL: 'http://ai-engine:3001' }, []],
  ])('%s', (_situation, env, names) => {
    expect(namesOf(env)).toEqual(names);
  });

  it('names what jwt would need → the reader knows what to ask for', () => {
    expect(() => loadConfig(GatewayConfig, { AUTH_MODE: 'jwt' })).toThrow(/not supported yet[^]*"jwt"/);
    expect(() => loadConfig(GatewayConfig, { AUTH_MODE: 'jwt' })).toThrow(/AUTH_JWT_SECRET/);
  });
});
