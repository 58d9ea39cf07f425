// `npm run lint [-- <path>…]`: all packages in one process of eslint, which reads their types once; nx alone would begin one for each.
import path from 'node:path';
import { spawnSync } from 'node:child_process';

const root = path.resolve(import.meta.dirname, '..');
const [, , ...paths] = process.argv;
const folders = paths.length > 0 ? paths : ['apps', 'libs'];

/** Exits with the code of a program that fails. */
function run(name, args, stdio) {
  const program = path.join(root, 'node_modules/.bin', name);
  const env = { ...process.env, NX_DAEMON: 'false' };
  const { status, error } = spawnSync(process.execPath, [program, ...args], { cwd: root, stdio, env });
  if (error) throw error;
  if (status !== 0) process.exit(status ?? 1);
}

// Who may import whom is decided by the graph of the projects that nx has written down: it is made anew first.
run('nx', ['show', 'projects'], ['ignore', 'ignore', 'inherit']);
run('eslint', folders, 'inherit');
