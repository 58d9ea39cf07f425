// node start-elsewhere.mjs <folder>: `npm start` of this repository, with its data and settings in another folder.
import path from 'node:path';
import { build } from '../build.mjs';
import { runStart } from '../start/run-start.mjs';

const repository = path.resolve(import.meta.dirname, '../..');

process.exit(
  await runStart({
    root: process.argv[2],
    say: (text) => console.log(text),
    compile: ({ signal }) => build({ root: repository, signal }),
  }),
);
