// Parley's own Redis: on loopback, its data in .parley/redis, every write kept in an append-only file.
import { mkdirSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const LOOK_EVERY_MS = 15;

/** What the supervisor runs. `program`: the path of redis-server. Ended after all apps (`wave`). */
export function ownRedis({ program, port, dataDir, env, wave }) {
  const dir = path.join(dataDir, 'redis');
  mkdirSync(dir, { recursive: true });
  const options = {
    port,
    bind: '127.0.0.1',
    dir,
    appendonly: 'yes',
    appendfsync: 'everysec',
    save: '',
    'maxmemory-policy': 'noeviction',
    daemonize: 'no',
  };
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
  return { name: 'redis', command: program, args, cwd: dir, env, wave, holdsData: true };
}

/** Resolves once the Redis at `port` has loaded its data; rejects with the signal's reason. */
export async function redisAnswers(port, signal) {
  while (!(await ping(port))) await sleep(LOOK_EVERY_MS, undefined, { signal });
}

function ping(port) {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1', () => socket.write('PING\r\n'));
    const answer = (isReady) => {
      socket.destroy();
      resolve(isReady);
    };
    socket.once('data', (data) => answer(data.toString().startsWith('+PONG')));
    socket.once('error', () => answer(false));
    socket.setTimeout(1000, () => answer(false));
  });
}
