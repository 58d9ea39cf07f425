export interface RedisAuth {
  username?: string;
  password?: string;
}

interface HostPort {
  host: string;
  port: number;
}

/** Where Redis is, and how it is deployed. */
export type RedisAddress = RedisAuth & { tls: boolean } & (
    | ({ kind: 'single'; db: number } & HostPort)
    | { kind: 'sentinel'; sentinels: HostPort[]; name: string; db: number }
    | { kind: 'cluster'; nodes: HostPort[] }
  );

export const REDIS_URL_RULE =
  'redis://[user:password@]host[:port][/db], redis+sentinel://[user:password@]host:port,host:port/name[/db] or redis+cluster://[user:password@]host:port,host:port (rediss… for TLS)';

const REDIS_PORT = 6379;
const SENTINEL_PORT = 26379;
const SHAPE = /^redis(s?)(\+sentinel|\+cluster)?:\/\/(?:([^/@]*)@)?([^/@?#]+)((?:\/[^/?#]*)*)$/;
const HOST_PORT = /^(\[[0-9a-fA-F:]+\]|[^:[\]\s]+)(?::(\d{1,5}))?$/;

/** undefined: not a Redis URL (`REDIS_URL_RULE`). */
export function parseRedisUrl(url: string): RedisAddress | undefined {
  const [, secure, kind, userInfo, hosts, path] = SHAPE.exec(url) ?? [];
  if (hosts === undefined) return undefined;
  const tls = secure === 's';
  const auth = parseAuth(userInfo);
  const segments = (path ?? '').split('/').filter((segment) => segment !== '');
  const nodes = parseHosts(hosts, kind === '+sentinel' ? SENTINEL_PORT : REDIS_PORT);
  if (auth === undefined || nodes === undefined) return undefined;
  if (kind === '+cluster') return segments.length === 0 ? { kind: 'cluster', tls, nodes, ...auth } : undefined;
  if (kind === '+sentinel') {
    const [name, db] = segments;
    const index = parseDb(db);
    if (name === undefined || index === undefined || segments.length > 2) return undefined;
    return { kind: 'sentinel', tls, sentinels: nodes, name, db: index, ...auth };
  }
  const [node, more] = nodes;
  const db = parseDb(segments[0]);
  if (node === undefined || more !== undefined || db === undefined || segments.length > 1) return undefined;
  return { kind: 'single', tls, db, ...node, ...auth };
}

/** The address as it may be shown: no user, no password. */
export function describeRedis(address: RedisAddress): string {
  const list = (nodes: HostPort[]): string => nodes.map(({ host, port }) => `${host}:${port}`).join(',');
  switch (address.kind) {
    case 'single':
      return `${address.host}:${address.port}`;
    case 'sentinel':
      return `${address.name} at sentinels ${list(address.sentinels)}`;
    case 'cluster':
      return `cluster ${list(address.nodes)}`;
  }
}

function parseHosts(hosts: string, defaultPort: number): HostPort[] | undefined {
  const nodes: HostPort[] = [];
  for (const text of hosts.split(',')) {
    const [, host, port] = HOST_PORT.exec(text) ?? [];
    const number = port === undefined ? defaultPort : Number(port);
    if (host === undefined || number < 1 || number > 65_535) return undefined;
    nodes.push({ host: host.replace(/^\[|\]$/g, ''), port: number });
  }
  return nodes;
}

function parseAuth(userInfo: string | undefined): RedisAuth | undefined {
  if (userInfo === undefined || userInfo === '') return {};
  try {
    const colon = userInfo.indexOf(':');
    const username = decodeURIComponent(colon < 0 ? userInfo : userInfo.slice(0, colon));
    const password = colon < 0 ? '' : decodeURIComponent(userInfo.slice(colon + 1));
    return { ...(username !== '' && { username }), ...(password !== '' && { password }) };
  } catch {
    return undefined;
  }
}

const parseDb = (text: string | undefined): number | undefined =>
  text === undefined ? 0 : /^\d{1,4}$/.test(text) ? Number(text) : undefined;
