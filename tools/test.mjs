// `npm test [-- --only build,unit]`: everything that must hold, with a Redis of its own. Its last line is `N passed, N failed`.
import path from 'node:path';
import { requireNode } from './require-node.mjs';

requireNode();
const { runTests } = await import('./test/run-tests.mjs');

process.exit(await runTests({ root: path.resolve(import.meta.dirname, '..'), args: process.argv.slice(2) }));
