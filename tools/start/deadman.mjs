// A start that is killed with -9 cannot take its children down. This shell waits for the end of the start (its standard input closes)
// and then runs clear-dead-start.mjs. Where it is killed as well, the next start does the same.
import { spawn } from 'node:child_process';
import path from 'node:path';

const SCRIPT = path.join(import.meta.dirname, 'clear-dead-start.mjs');

/** Returns the function that calls it off, for a start that has taken its children down itself. */
export function startDeadman(dataDir) {
  const args = ['-c', 'read -r _; exec "$0" "$@"', process.execPath, SCRIPT, dataDir];
  const shell = spawn('sh', args, { detached: true, stdio: ['pipe', 'ignore', 'ignore'], cwd: '/' });
  shell.on('error', () => {});
  shell.stdin.on('error', () => {});
  shell.unref();
  shell.stdin.unref();
  return () => shell.kill('SIGKILL');
}
