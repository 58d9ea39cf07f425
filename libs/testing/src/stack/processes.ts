import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ProcessSpec } from './managed-process.js';

export type Env = Readonly<Record<string, string>>;
export type AppName = 'consultations-gateway' | 'ai-engine' | 'session-store' | 'demo-model';

/** The root of the checkout. */
export const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));

/** A compiled app, as it is started everywhere: `node apps/<app>/dist/main.js` and an environment. */
export function appSpec(app: AppName, name: string, folder: string, env: Env, httpPort: number): ProcessSpec {
  return {
    name,
    command: process.execPath,
    args: [path.join(ROOT, 'apps', app, 'dist/main.js')],
    // Compiled once for all of them.
    env: { NODE_COMPILE_CACHE: path.join(ROOT, 'node_modules/.cache/compiled'), ...env },
    // Away from the checkout, whose `.env` is its owner's.
    cwd: folder,
    isReady: () => answersOk(httpPort, '/readyz'),
  };
}

/** A Redis that keeps what it holds in the folder, so that it may be restarted, too. */
export function redisSpec(folder: string, port: number): ProcessSpec {
  const options = { port, bind: '127.0.0.1', dir: folder, appendonly: 'yes', appendfsync: 'everysec', save: '' };
  return {
    name: 'redis',
    command: 'redis-server',
    args: Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]),
    env: { PATH: process.env['PATH'] ?? '' },
    cwd: folder,
    isReady: () => pongs(port),
  };
}

/** Whether a GET is answered with 200. */
export async function answersOk(port: number, url: string): Promise<boolean> {
  const asked = request({ host: '127.0.0.1', port, path: url, agent: false, timeout: 2000 });
  asked.on('timeout', () => asked.destroy());
  asked.end();
  try {
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    answer.resume();
    return answer.statusCode === 200;
  } catch {
    return false;
  }
}

async function pongs(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    socket.write('PING\r\n');
    const [answer] = (await once(socket, 'data')) as [Buffer];
    return answer.toString() === '+PONG\r\n';
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
