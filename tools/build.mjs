// Compiles what has changed, and builds the console. `node tools/build.mjs` says what went wrong, if anything.
import path from 'node:path';
import { buildConsole } from './build/build-console.mjs';
import { runNode } from './build/run-node.mjs';

/** Builds everything in `root`. Returns `{ code, output }` of what failed, else of what was done last (code null when `signal` ended it). */
export async function build({ root, signal }) {
  const compiled = await runNode([path.join(root, 'node_modules/.bin/tsc'), '-b'], { cwd: root, signal });
  return compiled.code === 0 ? buildConsole({ root, signal }) : compiled;
}

if (import.meta.main) {
  const { code, output } = await build({ root: path.resolve(import.meta.dirname, '..') });
  process.stdout.write(output);
  process.exitCode = code ?? 1;
}
