// `npm start`: everything of Parley on this machine, from a fresh clone.
import path from 'node:path';
import { requireNode } from './require-node.mjs';

requireNode();
const { runStart } = await import('./start/run-start.mjs');

// A terminal that is gone must not keep us from taking everything down.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

process.exit(await runStart({ root: path.resolve(import.meta.dirname, '..'), say: (text) => console.log(text) }));
