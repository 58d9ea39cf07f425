// `npm start`: everything of Parley on this machine, from a fresh clone.
import path from 'node:path';

const NODE = 24;

if (Number(process.versions.node.split('.')[0]) < NODE) {
  console.error(
    `parley: Node ${NODE} is needed, this is ${process.version} (${process.execPath}). \`npm start\` and \`npm test\` use the one that npm installs in node_modules.`,
  );
  process.exit(1);
}

// A terminal that is gone must not keep us from taking everything down.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

const { runStart } = await import('./start/run-start.mjs');
process.exit(await runStart({ root: path.resolve(import.meta.dirname, '..'), say: (text) => console.log(text) }));
