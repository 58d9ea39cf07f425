// Runs a Node script to its end.
import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Returns its exit code (null when `signal` ended it) and what it said. */
export async function runNode(args, { cwd, signal }) {
  const child = spawn(process.execPath, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  const end = () => child.kill('SIGTERM');
  signal?.addEventListener('abort', end, { once: true });
  const said = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => said.push(chunk));
  const [code] = await once(child, 'close');
  signal?.removeEventListener('abort', end);
  return { code, output: Buffer.concat(said).toString('utf8') };
}
