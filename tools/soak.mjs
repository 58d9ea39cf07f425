// `npm run soak [-- --minutes 10 …]`: people in every mood on real processes that are killed and restarted all the time. Ends with 1
// where anything was lost, doubled, hung, or left behind.
import path from 'node:path';
import { build } from './build.mjs';
import { requireNode } from './require-node.mjs';
import { readOptions, USAGE } from './soak/options.mjs';

requireNode();
const options = readOptionsOrExit();
if (options.build) {
  const { code, output } = await build({ root: path.resolve(import.meta.dirname, '..') });
  if (code !== 0) {
    process.stderr.write(`${output}\n`);
    process.exit(1);
  }
}
// After the build: what it imports is compiled.
const { soak } = await import('./soak/soak.mjs');
process.exit(await soak(options));

function readOptionsOrExit() {
  try {
    return readOptions(process.argv.slice(2));
  } catch (error) {
    process.stderr.write(`${error.message}\n\n${USAGE}\n`);
    process.exit(2);
  }
}
