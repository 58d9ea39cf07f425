import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** A `redis-server` with arguments of one's own; resolves when it has said `sign`, rejects when it ends before. */
export async function startRedisProcess(args: string[], sign: string): Promise<{ stop(): Promise<void> }> {
  const server = spawn('redis-server', args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const killWithUs = (): void => void server.kill('SIGKILL');
  process.once('exit', killWithUs);
  const gone = once(server, 'exit').then(() => process.off('exit', killWithUs));
  const printed: string[] = [];
  const said = new Promise<void>((resolve) => {
    createInterface(server.stdout).on('line', (line) => {
      printed.push(line);
      if (line.includes(sign)) resolve();
    });
  });
  await Promise.race([said, gone.then(() => Promise.reject(new Error(printed.join('\n'))))]);
  const stop = async (): Promise<void> => {
    server.kill('SIGKILL');
    await gone;
  };
  return { stop };
}
