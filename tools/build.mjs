// Compiles what has changed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

/** Runs `tsc -b` in `root`. Returns its exit code (null when `signal` ended it) and what it said. */
export async function build({ root, signal }) {
  const tsc = path.join(root, 'node_modules/.bin/tsc');
  const child = spawn(process.execPath, [tsc, '-b'], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  const end = () => child.kill('SIGTERM');
  signal?.addEventListener('abort', end, { once: true });
  const said = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => said.push(chunk));
  const [code] = await once(child, 'close');
  signal?.removeEventListener('abort', end);
  return { code, output: Buffer.concat(said).toString('utf8') };
}
