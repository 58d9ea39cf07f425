import { spawn } from 'node:child_process';

/**
 * A test run that is killed cannot take its processes down. This shell waits for its end (its standard input closes), then
 * ends every process that has a pid file in the folder, and removes the folder.
 */
export const DEAD_MAN_SCRIPT = 'read -r _; for file in "$0"/*.pid; do kill -9 "$(cat "$file")"; done; rm -rf "$0"';

/** Returns the function that calls it off, for whoever has cleared the folder up by himself. */
export function startDeadMan(folder: string): () => void {
  const shell = spawn('sh', ['-c', DEAD_MAN_SCRIPT, folder], { detached: true, stdio: ['pipe', 'ignore', 'ignore'], cwd: '/' });
  shell.on('error', () => undefined);
  shell.stdin.on('error', () => undefined);
  shell.unref();
  return () => void shell.kill('SIGKILL');
}
