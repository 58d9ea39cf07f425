import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Redis } from 'ioredis';

/** A Redis Cluster of one node that has all slots. */
export async function startCluster(): Promise<{ port: number; stop(): Promise<void> }> {
  const dir = await mkdtemp(path.join(tmpdir(), 'feed-cluster-'));
  const [port, busPort] = [await freePort(), await freePort()];
  const options = {
    ...{ port, bind: '127.0.0.1', save: '', dir, 'cluster-enabled': 'yes', 'cluster-config-file': path.join(dir, 'nodes.conf') },
    ...{ 'cluster-port': busPort, 'cluster-announce-ip': '127.0.0.1' },
  };
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const server = spawn('redis-server', args, { stdio: ['ignore', 'pipe', 'inherit'] });
  process.once('exit', () => server.kill('SIGKILL'));
  for await (const text of server.stdout.setEncoding('utf8')) if (String(text).includes('Ready to accept')) break;
  const node = new Redis(port);
  await node.cluster('ADDSLOTSRANGE', 0, 16383);
  while (!(await node.cluster('INFO')).includes('cluster_state:ok')) await new Promise((resolve) => setTimeout(resolve, 20));
  node.disconnect();
  return {
    port,
    stop: async () => {
      const gone = once(server, 'exit');
      server.kill('SIGKILL');
      await gone;
      await rm(dir, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
