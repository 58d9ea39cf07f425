// Builds the console where something has changed that goes into it.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fingerprint } from './fingerprint.mjs';
import { runNode } from './run-node.mjs';

const CONSOLE = 'apps/web-console';

/** What goes into the console, below the root. Of the packages of others the lockfile tells. */
const INPUTS = [
  `${CONSOLE}/src`,
  `${CONSOLE}/build`,
  `${CONSOLE}/index.html`,
  `${CONSOLE}/vite.config.js`,
  `${CONSOLE}/package.json`,
  'libs/client/dist',
  'package-lock.json',
];

/** Returns `{ code, output }`; code null when `signal` ended it. */
export async function buildConsole({ root, signal }) {
  const folder = path.join(root, CONSOLE);
  // Vite empties its folder first: a build that was broken off leaves no stamp.
  const stamp = path.join(folder, 'dist/.inputs');
  const now = fingerprint(root, INPUTS);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === now) return { code: 0, output: '' };
  const built = await runNode([viteOf(root, folder), 'build', '--logLevel', 'warn'], { cwd: folder, signal });
  if (built.code === 0) writeFileSync(stamp, now);
  return built;
}

/** npm puts it beside the console, or, where nobody wants another version, at the root. */
const viteOf = (root, folder) =>
  [folder, root].map((each) => path.join(each, 'node_modules/vite/bin/vite.js')).find((file) => existsSync(file)) ?? 'vite';
