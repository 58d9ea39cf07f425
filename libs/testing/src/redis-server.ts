import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { createInterface } from 'node:readline';

export interface RunningRedis {
  /** `redis://127.0.0.1:<port>` */
  url: string;
  port: number;
  /** Resolves when the process is gone; a second call does nothing. */
  stop(): Promise<void>;
}

const ATTEMPTS = 5;

/**
 * Starts an empty `redis-server` that keeps nothing on disk, and resolves when it takes connections.
 * Without `port` on a free one. Rejects with what the server printed where it can't start.
 */
export async function startRedis({ port }: { port?: number } = {}): Promise<RunningRedis> {
  if (port !== undefined) return startOn(port);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await startOn(await freePort());
    } catch (error) {
      // Somebody else may take the port between our looking and the server's binding.
      if (attempt === ATTEMPTS) throw error;
    }
  }
}

async function startOn(port: number): Promise<RunningRedis> {
  const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', tmpdir()];
  const server = spawn('redis-server', options, { stdio: ['ignore', 'pipe', 'inherit'] });
  const killWithUs = (): void => void server.kill('SIGKILL');
  process.once('exit', killWithUs);
  server.once('exit', () => process.off('exit', killWithUs));
  await ready(server);
  return { url: `redis://127.0.0.1:${port}`, port, stop: () => stop(server) };
}

async function ready(server: ChildProcess & { stdout: NonNullable<ChildProcess['stdout']> }): Promise<void> {
  const printed: string[] = [];
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.once('exit', (code) => reject(new Error(`redis-server ended with ${code}:\n${printed.join('\n')}`)));
    createInterface(server.stdout).on('line', (line) => {
      printed.push(line);
      if (line.includes('Ready to accept connections')) resolve();
    });
  });
}

async function stop(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const gone = once(server, 'exit');
  server.kill('SIGTERM');
  await gone;
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
