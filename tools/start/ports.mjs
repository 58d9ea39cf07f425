// Which ports `npm start` needs, whether they are well chosen, and whether they are free.
import net from 'node:net';

const LOOPBACK = '127.0.0.1';

/** Every port by the variable that changes it. `needed(env)`: whether this start binds it. */
const PORTS = [
  { variable: 'GATEWAY_PORT', port: 3000, use: 'the gateway', host: (env) => env.HOST || LOOPBACK },
  { variable: 'ENGINE_PORT', port: 3001, use: 'the engine' },
  { variable: 'SESSION_STORE_PORT', port: 3002, use: 'the session store' },
  { variable: 'SESSION_STORE_HTTP_PORT', port: 3012, use: "the session store's health and metrics" },
  { variable: 'DEMO_MODEL_PORT', port: 3003, use: 'the demo model', needed: (env) => !env.MODEL_BASE_URL },
  { variable: 'PARLEY_REDIS_PORT', port: 6390, use: "Parley's own Redis", needed: (env) => !env.REDIS_URL },
];

/** `{ variable, use, host, text, port }` of each port this start binds; `port` is NaN where `text` is none. */
export function neededPorts(env) {
  return PORTS.filter(({ needed }) => !needed || needed(env)).map(({ variable, port, use, host }) => {
    const text = env[variable] || String(port);
    return { variable, use, text, port: parsePort(text), host: host ? host(env) : LOOPBACK };
  });
}

const parsePort = (text) => (/^\d{1,5}$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= 65535 ? Number(text) : NaN);

/** Port numbers by variable. */
export const portsOf = (needed) => Object.fromEntries(needed.map(({ variable, port }) => [variable, port]));

/** All that is wrong with the choice of ports, one sentence each; empty when nothing is. */
export function portProblems(needed) {
  const bad = needed
    .filter(({ port }) => Number.isNaN(port))
    .map(({ variable, text }) => `${variable} must be a port from 1 to 65535, not "${text}"`);
  const shared = Object.values(Object.groupBy(needed, ({ port }) => port)).filter(
    (group) => group.length > 1 && !Number.isNaN(group[0].port),
  );
  return [
    ...bad,
    ...shared.map(
      (group) =>
        `${group.map(({ variable }) => variable).join(' and ')} are ${group.length > 2 ? 'all' : 'both'} ${group[0].port}`,
    ),
  ];
}

/** All of them that cannot be bound now, one sentence each with the way out. */
export async function takenPorts(needed) {
  const problems = await Promise.all(needed.map(async (entry) => describe(entry, await bindError(entry))));
  return problems.filter(Boolean);
}

function describe({ variable, port, use, host }, code) {
  switch (code) {
    case undefined:
      return undefined;
    case 'EADDRINUSE':
      return `port ${port} (${use}) is taken by another program: stop that one, or choose another with ${variable}=…`;
    case 'EACCES':
      return `port ${port} (${use}) needs more rights than this user has: choose one above 1023 with ${variable}=…`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `HOST=${host} is no address of this machine`;
    default:
      return `port ${port} (${use}, ${variable}) cannot be opened: ${code}`;
  }
}

function bindError({ port, host }) {
  return new Promise((resolve) => {
    const server = net.createServer();
    server.once('error', (error) => resolve(error.code ?? error.message));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(undefined)));
  });
}
