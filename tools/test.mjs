// `npm test [-- --only build,unit]`: everything that must hold, with a Redis of its own. Its last line is `N passed, N failed`.
import path from 'node:path';

const NODE = 24;

if (Number(process.versions.node.split('.')[0]) < NODE) {
  console.error(
    `parley: Node ${NODE} is needed, this is ${process.version} (${process.execPath}). \`npm start\` and \`npm test\` use the one that npm installs in node_modules.`,
  );
  process.exit(1);
}

const { runTests } = await import('./test/run-tests.mjs');
process.exit(await runTests({ root: path.resolve(import.meta.dirname, '..'), args: process.argv.slice(2) }));
