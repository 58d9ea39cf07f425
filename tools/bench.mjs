// `npm run bench [-- --only pipeline|stop|turns] [--quick]`: what Parley costs, and how fast it is.
import os from 'node:os';
import path from 'node:path';
import { readOptions, USAGE } from './bench/options.mjs';
import { build } from './build.mjs';
import { requireNode } from './require-node.mjs';

requireNode();
const options = readOptionsOrExit();
if (options.build) {
  const { code, output } = await build({ root: path.resolve(import.meta.dirname, '..') });
  if (code !== 0) {
    process.stderr.write(`${output}\n`);
    process.exit(1);
  }
}
process.stdout.write(`${os.cpus()[0]?.model}, ${os.cpus().length} cores, Node ${process.version}\n`);
// After the build: what it imports is compiled.
const { bench } = await import(`./bench/${options.only}/${options.only}.mjs`);
process.exit(await bench(options));

function readOptionsOrExit() {
  try {
    return readOptions(process.argv.slice(2));
  } catch (error) {
    process.stderr.write(`${error.message}\n\n${USAGE}\n`);
    process.exit(2);
  }
}
