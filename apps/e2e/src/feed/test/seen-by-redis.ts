import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * What Redis is told for so long, each command with its arguments in one line. On a socket of its own: ioredis breaks where a
 * command is seen in the moment in which it begins to look.
 */
export async function seenByRedis(redisUrl: string, ms: number): Promise<string[]> {
  const { hostname, port } = new URL(redisUrl);
  const socket = connect(Number(port), hostname);
  let text = '';
  socket.setEncoding('utf8').on('data', (piece: string) => (text += piece));
  await once(socket, 'connect');
  socket.write('MONITOR\r\n');
  await delay(ms);
  socket.destroy();
  const [ok, ...lines] = text.split('\r\n');
  if (ok !== '+OK') throw new Error(`MONITOR was answered: ${ok}`);
  // +1796055734.379459 [0 127.0.0.1:38664] "get" "a"
  return lines.filter(Boolean).map((line) =>
    line
      .replace(/^.*?\] "/, '')
      .replace(/"$/, '')
      .replaceAll('" "', ' '),
  );
}
