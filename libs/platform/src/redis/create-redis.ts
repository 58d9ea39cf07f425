import { Cluster, Redis, type RedisOptions } from 'ioredis';
import type { AppLogger } from '../logging/app-logger.js';
import { OutageLog } from '../logging/outage-log.js';
import { endSocketTimerWithConnection } from './end-socket-timer.js';
import { FailFastCluster } from './fail-fast-cluster.js';
import { FailFastRedis } from './fail-fast-redis.js';
import { describeRedis, parseRedisUrl, type RedisAddress } from './redis-url.js';

/**
 * What a connection is for decides what it does while Redis is away:
 * `commands` and `bull-client` (a queue's producer) fail within 2 s; `subscriber` waits and subscribes again; `worker` waits, for
 * work that nobody is told about before it is done and that may be done twice;
 * `bull-worker` (a worker's client) and `bull-blocking` (Bull's `subscriber` and `bclient`) wait for ever.
 */
export type RedisRole = 'commands' | 'worker' | 'subscriber' | 'bull-client' | 'bull-worker' | 'bull-blocking';
export type RedisConnection = Redis | Cluster;

const CONNECT_TIMEOUT_MS = 1000;
const MAX_RETRY_DELAY_MS = 200;
const HEARTBEAT_MS = 5000;

// A peer that vanished without a word leaves its connection open for many minutes: whoever asks and hears nothing makes a new one.
const FAIL_FAST: RedisOptions = { maxRetriesPerRequest: 1, connectTimeout: CONNECT_TIMEOUT_MS, socketTimeout: 5000 };
const WAIT: RedisOptions = { maxRetriesPerRequest: null, connectTimeout: 5000, socketTimeout: 15_000 };

const ROLE_OPTIONS: Readonly<Record<RedisRole, RedisOptions>> = {
  commands: { ...FAIL_FAST, enableAutoPipelining: true },
  worker: { ...WAIT, enableAutoPipelining: true },
  'bull-client': FAIL_FAST,
  // SUBSCRIBE overtakes the ready check, and what has subscribed refuses it; subscribing works while Redis is still loading.
  subscriber: { ...WAIT, autoResubscribe: true, enableReadyCheck: false },
  'bull-worker': WAIT,
  // Bull refuses ready checks here.
  'bull-blocking': { ...WAIT, enableReadyCheck: false },
};

/**
 * A connection that comes back by itself, however long Redis was away. Errors are logged once per outage.
 * `url` must be a valid Redis URL (configuration has checked it); otherwise a `TypeError`.
 */
export function createRedis(url: string, { role, logger }: { role: RedisRole; logger: AppLogger }): RedisConnection {
  const address = parseRedisUrl(url);
  if (address === undefined) throw new TypeError('not a Redis URL');
  const redis = connect(address, role);
  const outage = new OutageLog(logger, `Redis (${role}, ${describeRedis(address)})`);
  redis.on('error', (error: Error) => outage.failed(error));
  redis.on('ready', () => outage.works());
  endSocketTimerWithConnection(redis);
  if (role === 'subscriber') beat(redis);
  return redis;
}

function connect(address: RedisAddress, role: RedisRole): RedisConnection {
  const { username, password } = address;
  const options: RedisOptions = {
    ...ROLE_OPTIONS[role],
    username,
    password,
    keepAlive: 10_000,
    disconnectTimeout: 200,
    // While Redis is loading it guesses how long it will take, and ioredis would look again only then: often many seconds late.
    maxLoadingRetryTime: MAX_RETRY_DELAY_MS,
    retryStrategy: (tries) => Math.min(20 * 2 ** Math.min(tries, 5), MAX_RETRY_DELAY_MS),
    reconnectOnError: isStaleMaster,
  };
  const failsFast = options.maxRetriesPerRequest !== null;
  const Connection = failsFast ? FailFastRedis : Redis;
  switch (address.kind) {
    case 'single':
      return new Connection({
        ...options,
        host: address.host,
        port: address.port,
        db: address.db,
        ...(address.tls && { tls: { servername: address.host } }),
      });
    case 'sentinel':
      return new Connection({
        ...options,
        sentinels: address.sentinels,
        name: address.name,
        db: address.db,
        ...(address.tls && { tls: {}, enableTLSForSentinelMode: true, sentinelTLS: {} }),
        sentinelRetryStrategy: () => MAX_RETRY_DELAY_MS,
      });
    case 'cluster':
      return new (failsFast ? FailFastCluster : Cluster)(address.nodes, {
        redisOptions: { ...options, ...(address.tls && { tls: {} }) },
        enableAutoPipelining: options.enableAutoPipelining,
        maxRedirections: 6,
        clusterRetryStrategy: () => MAX_RETRY_DELAY_MS,
        slotsRefreshTimeout: CONNECT_TIMEOUT_MS,
        // Certificates name hosts; the default look-up would replace them by addresses.
        ...(address.tls && { dnsLookup: (host: string, found: (error: null, address: string) => void) => found(null, host) }),
      });
  }
}

/** A subscriber says nothing by itself, so it would not notice that nobody is there any more. */
function beat(redis: RedisConnection): void {
  const timer = setInterval(() => {
    if (redis.status === 'ready') redis.ping().catch(() => undefined);
  }, HEARTBEAT_MS).unref();
  redis.once('end', () => clearInterval(timer));
}

/** After a fail-over the old master answers READONLY: leave it, and repeat the command at the new one. */
const isStaleMaster = (error: Error): false | 2 => (error.message.startsWith('READONLY') ? 2 : false);
